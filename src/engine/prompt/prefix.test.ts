import { expect, test, vi } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { buildPrompt } from './build.ts'
import { sampleChat } from './chat.sample.ts'
import { estimateTokens } from './estimate.ts'
import type { Prompt } from './input.ts'

// Hundreds of prompts take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

/**
 * How much of each prompt a provider's cache can keep: the characters it has in common, from its beginning, with the
 * prompt of the turn before. Roles count.
 */
function asText(prompt: Prompt): string {
  return prompt.messages.map(({ role, content }) => `<${role}>${content}`).join('\n')
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

function play(turns: number, contextTokens: number) {
  const chat = sampleChat(turns * 2).map((line) => ({ ...line, tokens: estimateTokens(line.content) }))
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
      const share = commonLength(asText(before), asText(prompt)) / asText(prompt).length
      if (prompt.anchor !== before.anchor) moves += 1
      if (moves > 0 && fullAt === -1) fullAt = turn
      if (fullAt !== -1) shares.push(share)
      if (prompt.anchor === before.anchor) expectGrownOnlyAtItsEnd(before, prompt)
    }
    before = prompt
  }
  return { mean: shares.reduce((sum, share) => sum + share, 0) / shares.length, moves, turnsWhenFull: shares.length }
}

/** All that stood before and in the history stands there still, byte for byte; only the turn's own end is new. */
function expectGrownOnlyAtItsEnd(before: Prompt, after: Prompt): void {
  const isSaid = ({ role, content }: Prompt['messages'][number]) => role !== 'system' && !content.startsWith('[')
  const old = before.messages.slice(0, before.messages.findLastIndex(isSaid) + 1)
  expect(after.messages.slice(0, old.length)).toEqual(old)
}

test.each([
  [8_192, 0.85],
  [32_768, 0.93],
])('300 turns at %i tokens: the mean share of the prefix that did not change, once full', (contextTokens, least) => {
  const { mean, moves, turnsWhenFull } = play(300, contextTokens)
  console.log(
    `prefix unchanged at ${contextTokens} tokens: ${(mean * 100).toFixed(1)} % of characters, mean of ${turnsWhenFull} turns, ${moves} moves of the anchor`,
  )
  expect(moves).toBeGreaterThan(3)
  expect(mean).toBeGreaterThanOrEqual(least)
})
