import { expect, test } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { buildPrompt } from './build.ts'
import { estimateTokens } from './estimate.ts'
import type { Prompt } from './input.ts'
import { sampleChat } from './sample-chat.ts'

/**
 * The prompt as one text with the roles. A provider's cache can keep what it has in common with the previous prompt.
 */
function toText(prompt: Prompt): string {
  return prompt.messages.map(({ role, content }) => `<${role}>${content}`).join('\n')
}

function commonPrefixLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

function simulate(turns: number, contextTokens: number) {
  const chat = sampleChat(turns * 2).map((message) => ({ ...message, tokens: estimateTokens(message.content) }))
  const shares: number[] = []
  let moves = 0
  let before: Prompt | null = null
  let fullAt = -1
  for (let turn = 0; turn < turns; turn++) {
    const prompt: Prompt = buildPrompt({
      character: { ...sampleCard, description: 'Moods: {{random:calm,stormy}}', greeting: '' },
      user: { name: 'Sam' },
      kind: turn % 10 === 9 ? 'continue' : 'reply',
      history: chat.slice(0, turn * 2 + 1),
      anchor: before?.anchor ?? null,
      filter: true,
      budget: { contextTokens, maxReplyTokens: 600 },
      seed: 'c1',
      random: Math.random,
    })
    expect(prompt.tokens).toBeLessThanOrEqual(contextTokens - 600)
    if (before) {
      const share = commonPrefixLength(toText(before), toText(prompt)) / toText(prompt).length
      if (prompt.anchor !== before.anchor) moves += 1
      if (moves > 0 && fullAt === -1) fullAt = turn
      if (fullAt !== -1) shares.push(share)
      if (prompt.anchor === before.anchor) expectSamePrefix(before, prompt)
    }
    before = prompt
  }
  return { mean: shares.reduce((sum, share) => sum + share, 0) / shares.length, moves, turnsWhenFull: shares.length }
}

/** The sections before the history and the history itself are unchanged; only what comes after them may differ. */
function expectSamePrefix(before: Prompt, after: Prompt): void {
  const isStable = ({ role, content }: Prompt['messages'][number]) => role !== 'system' && !content.startsWith('[')
  const stable = before.messages.slice(0, before.messages.findLastIndex(isStable) + 1)
  expect(after.messages.slice(0, stable.length)).toEqual(stable)
}

test.each([
  [8_192, 0.85],
  [32_768, 0.93],
])(
  '300 turns with a window of %i tokens: the mean share of unchanged prefix once the window is full',
  (contextTokens, minShare) => {
    const { mean, moves, turnsWhenFull } = simulate(300, contextTokens)
    console.log(
      `prefix unchanged at ${contextTokens} tokens: ${(mean * 100).toFixed(1)} % of characters, mean of ${turnsWhenFull} turns, ${moves} moves of the anchor`,
    )
    expect(moves).toBeGreaterThan(3)
    expect(mean).toBeGreaterThanOrEqual(minShare)
  },
)
