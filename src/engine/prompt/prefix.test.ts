import { expect, test } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { toLorebook } from '../lore/lorebook.ts'
import { planBlock } from '../memory/plan-block.ts'
import { orderFacts } from '../memory/rank-passages.ts'
import { indexSample } from '../memory/sample-index.ts'
import { seededRandom } from '../seeded-random.ts'
import { buildPrompt } from './build.ts'
import { estimateTokens, messageOverhead } from './estimate.ts'
import type { HistoryMessage, Prompt, PromptMemory, StorySummary } from './input.ts'
import { sampleChat, sampleProse } from './sample-chat.ts'

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

const subjects = Array.from({ length: 40 }, (_, at) => `subject${String.fromCharCode(97 + at / 2, 97 + (at % 26))}`)

/**
 * A book of 200 entries, five of each subject: by its name, by another entry, and three that need a second key too. Some have a
 * depth or come by chance.
 */
const book = toLorebook({
  entries: subjects.flatMap((subject, at) => {
    const text = (name: string) => sampleProse(`${subject} ${name}`, 30)
    const keys = [subject]
    const and = (by: number) => ({ selective: true, secondary_keys: [subjects[(at + by) % subjects.length]] })
    return [
      { keys, content: `${text('place')} owner${subject}` },
      { keys: [`owner${subject}`], content: text('owner') },
      { keys, content: text('road'), ...and(1) },
      { keys, content: `@@depth 2\n${text('law')}`, ...and(3) },
      { keys, content: text('war'), ...and(7), extensions: { useProbability: true, probability: 50 } },
    ]
  }),
})

/** A chat that comes back to each of 40 subjects every 25 turns or so, and stays with it for a few. */
function writeChat(turns: number): HistoryMessage[] {
  const random = seededRandom('subjects')
  let subject = ''
  return sampleChat(turns * 2).map((message, at) => {
    if (at % 8 === 0) subject = subjects[Math.floor(random() * subjects.length)] ?? ''
    return { ...message, content: `${message.content} "And the ${subject}?"` }
  })
}

/** What a server remembers of a chat: a summary and three facts for each block, and the passages that match. */
function createMemory(chat: readonly HistoryMessage[]) {
  const find = indexSample(chat)
  const summaries: StorySummary[] = []
  const facts: PromptMemory['facts'][number][] = []
  let covered = 0
  return {
    /** After a reply, as the job does. */
    writeBlocks(end: number, historyTokens: number) {
      const messages = chat.slice(covered, end).map(({ role, content }) => {
        return { role, tokens: estimateTokens(content) + messageOverhead }
      })
      const count = planBlock(messages, historyTokens)
      if (count === 0) return
      covered += count
      const lastMessageId = chat[covered - 1]?.id ?? ''
      summaries.unshift({ id: `s${covered}`, lastMessageId, text: sampleProse(`summary ${covered}`, 180) })
      for (const at of [1, 2, 3]) {
        const text = sampleProse(`fact ${covered} ${at}`, 10)
        facts.push({
          id: `f${covered} ${at}`,
          text,
          sources: [chat[covered - at]?.id ?? ''],
          isPinned: false,
          isDue: false,
        })
      }
    },
    recall(history: readonly HistoryMessage[], summary: StorySummary | null): PromptMemory {
      const texts = history.slice(-2).map(({ content }) => content)
      const isOld = (id: string) => Number(id.slice(1)) < Number(history.at(-1)?.id.slice(1)) - history.length / 2
      const found = find(texts.reverse(), 16, isOld)
      const passages = found.map(({ messageId, start, end }) => {
        const position = Number(messageId.slice(1))
        const { role = 'user', content = '' } = chat[position] ?? {}
        return { messageId, role, text: content.slice(start, end), position }
      })
      return {
        summary,
        nextSummaries: summaries.slice(0, 4),
        facts: orderFacts(facts, texts).slice(0, 40),
        passages,
      }
    },
  }
}

const common = {
  character: { ...sampleCard, description: 'Moods: {{random:calm,stormy}}', greeting: '' },
  user: { name: 'Sam' },
  kind: 'reply' as const,
  filter: true,
  seed: 'c1',
  random: Math.random,
}

function simulate(turns: number, contextTokens: number, hasMemory: boolean, hasLore: boolean) {
  const chat = writeChat(turns)
  const memory = hasMemory ? createMemory(chat) : null
  const shares: number[] = []
  let moves = 0
  let misses = 0
  let before: Prompt | null = null
  let fullAt = -1
  for (let turn = 0; turn < turns; turn++) {
    const anchorAt = Math.max(
      0,
      chat.findIndex(({ id }) => id === before?.anchor),
    )
    const history = chat.slice(hasMemory || hasLore ? anchorAt : 0, turn * 2 + 1)
    const remembered = memory?.recall(history, before?.summary ?? null)
    const prompt: Prompt = buildPrompt({
      ...common,
      kind: turn % 10 === 9 ? 'continue' : 'reply',
      history,
      anchor: before?.anchor ?? null,
      ...(remembered ? { memory: remembered } : {}),
      ...(hasLore ? { lore: { books: [book], messagesBefore: history[0] === chat[0] ? 0 : anchorAt } } : {}),
      budget: { contextTokens, maxReplyTokens: 600 },
    })
    expect(prompt.tokens).toBeLessThanOrEqual(contextTokens - 600)
    const reply = chat[turn * 2 + 1]
    if (reply) reply.inserts = prompt.inserts
    if (before) {
      const share = commonPrefixLength(toText(before), toText(prompt)) / toText(prompt).length
      const written = chat[turn * 2 - 1]?.content ?? ''
      const expected = estimateTokens(written) > before.next.room ? before.next.anchor : before.anchor
      if (expected !== prompt.anchor) misses += 1
      if (prompt.anchor !== before.anchor) {
        moves += 1
        for (const message of chat) if (message !== reply) delete message.inserts
      }
      if (moves > 0 && fullAt === -1) fullAt = turn
      if (fullAt !== -1) shares.push(share)
      if (prompt.anchor === before.anchor) expectSamePrefix(before, prompt)
    }
    memory?.writeBlocks(turn * 2 + 2, prompt.history.budget)
    before = prompt
  }
  return {
    mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    moves,
    misses,
    turnsWhenFull: shares.length,
  }
}

/** What comes before the history and the history itself are unchanged; what follows, and lore with a depth, may differ. */
function expectSamePrefix(before: Prompt, after: Prompt): void {
  const isStable = ({ role, content }: Prompt['messages'][number]) => role !== 'system' && !content.startsWith('[')
  const [old, now] = [before, after].map(({ messages }) =>
    messages.filter(({ content }) => !content.startsWith('[Writing direction: *')),
  )
  const stable = old?.slice(0, old.findLastIndex(isStable) + 1)
  expect(now?.slice(0, stable?.length)).toEqual(stable)
}

test.each([
  [8_192, false, false, 0.85],
  [8_192, true, true, 0.85],
  [32_768, true, true, 0.93],
])(
  '300 turns with a window of %i tokens, memory %s, lore %s: the mean share of unchanged prefix once the window is full',
  (contextTokens, hasMemory, hasLore, minShare) => {
    const { mean, moves, misses, turnsWhenFull } = simulate(300, contextTokens, hasMemory, hasLore)
    console.log(
      `prefix unchanged at ${contextTokens} tokens, memory ${hasMemory}, lore ${hasLore}: ${(mean * 100).toFixed(1)} % of characters, mean of ${turnsWhenFull} turns, ${moves} moves of the anchor; ${misses} prompts began elsewhere than was said before`,
    )
    expect(moves).toBeGreaterThan(3)
    expect(mean).toBeGreaterThanOrEqual(minShare)
    expect(misses).toBeLessThan(turnsWhenFull * 0.05)
  },
  30_000,
)
