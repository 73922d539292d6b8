import { describe, expect, test } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { buildPrompt } from './build.ts'
import type { HistoryMessage, PromptInput, PromptMemory } from './input.ts'
import { highWaterShare } from './plan.ts'

const noMemory: PromptMemory = { summary: null, nextSummaries: [], facts: [], passages: [] }

/** A chat whose messages cost 104 tokens each with `countTokens`. */
const chat = (count: number): HistoryMessage[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `m${at}`,
    role: at % 2 === 0 ? 'user' : 'character',
    content: `${at} `.padEnd(100, 'x'),
  }))

function build(changes: Partial<PromptInput>) {
  const prompt = buildPrompt({
    character: { ...sampleCard, greeting: '' },
    user: { name: 'Sam' },
    kind: 'reply',
    history: chat(3),
    anchor: null,
    filter: true,
    memory: noMemory,
    budget: { contextTokens: 12_000, maxReplyTokens: 0 },
    countTokens: (text) => text.length,
    seed: 's',
    random: () => 0.5,
    ...changes,
  })
  return { ...prompt, text: prompt.messages.map(({ content }) => content).join('\n') }
}

const budget = build({}).history.budget
const messageTokens = 104
const isMoved = Math.ceil((budget * highWaterShare) / messageTokens) + 1
const summaryAt = (at: number, id = 's1') => ({ id, lastMessageId: `m${at}`, text: `The story up to ${at}.` })

describe('a summary', () => {
  test('that is ready enters the prompt with the move of the anchor, right before the history', () => {
    const prepared = summaryAt(Math.round(isMoved * 0.55))
    const memory = { ...noMemory, nextSummaries: [prepared] }
    const full = chat(isMoved - 2)
    const before = build({ memory, history: full, anchor: 'm0' })
    expect([before.anchor, before.summary]).toEqual(['m0', null])
    expect(before.text).not.toContain('The story up to')
    const after = build({ memory, history: chat(isMoved), anchor: 'm0' })
    expect(after.summary).toEqual(prepared)
    expect(after.anchor).toBe(`m${Math.round(isMoved * 0.55) + 1}`)
    expect(after.text).toContain('The story so far: The story up to')
  })

  test('that comes too late waits for the next move: the prefix is the same until then', () => {
    const history = chat(isMoved)
    const moved = build({ history, anchor: 'm0' })
    const late = summaryAt(3)
    const next = build({
      history: chat(isMoved + 2),
      anchor: moved.anchor,
      memory: { ...noMemory, nextSummaries: [late] },
    })
    expect(next.summary).toBeNull()
    expect(next.anchor).toBe(moved.anchor)
    expect(next.messages[0]).toEqual(moved.messages[0])
    expect(next.text).not.toContain('The story up to')
  })

  test('stays while the anchor stays, and after a move for which no newer one is ready', () => {
    const memory = { ...noMemory, summary: summaryAt(2), nextSummaries: [summaryAt(2)] }
    const history = chat(isMoved).slice(3)
    expect(build({ memory, history: history.slice(0, 20), anchor: 'm3' }).summary).toEqual(summaryAt(2))
    const moved = build({ memory, history: chat(isMoved + 4).slice(3), anchor: 'm3' })
    expect(moved.anchor).not.toBe('m3')
    expect(moved.summary).toEqual(summaryAt(2))
  })

  test('that ends inside the window is not used: the window would repeat it', () => {
    const tooNew = summaryAt(isMoved - 3, 's2')
    const memory = { ...noMemory, nextSummaries: [tooNew, summaryAt(1)] }
    expect(build({ memory, history: chat(isMoved), anchor: 'm0' }).summary).toEqual(summaryAt(1))
  })

  test('is not read for macros', () => {
    const text = 'They spoke of {{user}}.'
    const prompt = build({ memory: { ...noMemory, summary: { id: 's', lastMessageId: 'm', text } } })
    expect(prompt.text).toContain(text)
  })
})

describe('facts and passages', () => {
  const fact = (text: string, sources: string[] = ['old'], isPinned = false) => ({
    id: text,
    text,
    sources,
    isPinned,
    isDue: false,
  })

  test('come after the history, facts first', () => {
    const memory = {
      ...noMemory,
      facts: [fact('Sam has a {{dog}}.')],
      passages: [
        { messageId: 'o2', role: 'character' as const, text: 'Second.', position: 2 },
        { messageId: 'o1', role: 'user' as const, text: 'First.', position: 1 },
      ],
    }
    const { messages, inserts } = build({ memory })
    expect(inserts.map(({ kind, id }) => [kind, id])).toEqual([
      ['fact', 'Sam has a {{dog}}.'],
      ['passage', 'o1'],
      ['passage', 'o2'],
    ])
    expect(messages.at(-2)?.content).toMatch(
      /^\[Writing direction: What is known.*?:\n- Sam has a \{\{dog\}\}\.\n\nEarlier messages.*:\n- Sam: First\.\n- Ilse: Second\./s,
    )
  })

  test('that the history shows are left out, unless they are pinned', () => {
    const memory = {
      ...noMemory,
      facts: [fact('Shown.', ['m0', 'm1']), fact('Shown in part.', ['m1', 'old']), fact('Pinned.', ['m1'], true)],
      passages: [{ messageId: 'm1', role: 'user' as const, text: 'Repeated.', position: 1 }],
    }
    const { text } = build({ memory })
    expect(['Shown.', 'Shown in part.', 'Pinned.', 'Repeated.'].map((part) => text.includes(part))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('take no more than is reserved for them, and never change the window', () => {
    const many = Array.from({ length: 300 }, (_, at) => fact(`Fact number ${at} about the harbour.`))
    const passages = Array.from({ length: 40 }, (_, at) => ({
      messageId: `o${at}`,
      role: 'user' as const,
      text: 'The tide is late. '.repeat(40),
      position: at,
    }))
    const history = chat(40)
    const empty = build({ history })
    const full = build({ history, memory: { ...noMemory, facts: many, passages } })
    expect(full.tokens).toBeLessThanOrEqual(12_000)
    expect([full.anchor, full.history]).toEqual([empty.anchor, empty.history])
    expect(full.text).toContain('Fact number 0 ')
    expect(full.text).toContain('The tide is late.')
    const tiny = build({ memory: { ...noMemory, facts: many }, budget: { contextTokens: 200, maxReplyTokens: 0 } })
    expect(tiny.text).not.toContain('Fact number')
  })

  test('stay before the reply that they were added for, and only what is new is added, until the anchor moves', () => {
    const known = { ...noMemory, facts: [fact('Sam has a dog.')] }
    const first = build({ memory: known })
    const [reply, message] = chat(5).slice(3)
    const history = [...chat(3), { ...(reply as HistoryMessage), inserts: first.inserts }, message as HistoryMessage]
    const memory = { ...noMemory, facts: [...known.facts, fact('Not due.'), { ...fact('Due.'), isDue: true }] }
    const second = build({ memory, history, anchor: first.anchor })
    expect(second.inserts.map(({ id }) => id)).toEqual(['Due.'])
    const common = first.messages.findIndex(({ content }) => content.includes('Sam has a dog.')) + 1
    expect(second.messages.slice(0, common)).toEqual(first.messages.slice(0, common))
    const resumed = build({ memory, history: history.slice(0, -1), anchor: first.anchor, kind: 'resume' })
    expect(resumed.inserts).toEqual([])
    expect(resumed.messages.slice(0, common)).toEqual(first.messages.slice(0, common))
    const long = chat(isMoved)
    const moved = build({ memory, anchor: 'm0', history: long.map((one) => ({ ...one, inserts: first.inserts })) })
    expect(moved.inserts.map(({ id }) => id)).toEqual(['Sam has a dog.', 'Not due.', 'Due.'])
    expect(moved.text.split('Sam has a dog.')).toHaveLength(2)
  })
})
