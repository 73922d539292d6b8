import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { isBlank } from '../is-blank.ts'
import { buildPrompt, minPromptTokens } from './build.ts'
import { estimateTokens, messageOverhead, replyOverhead } from './estimate.ts'
import type { CountTokens, HistoryMessage, PromptInput } from './input.ts'
import { chooseWindow, highWaterShare, lowWaterShare } from './plan.ts'
import { sampleChat } from './sample-chat.ts'
import { optionalSections, sections, trimOrder } from './sections.ts'

/** Any sequence of UTF-16 code units, lone surrogates and control characters included. */
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))

/** Messages of the user (`u`) and the character (`c`). */
const messages = (roles: string): HistoryMessage[] =>
  [...roles].map((role, at) => ({ id: `m${at}`, role: role === 'u' ? 'user' : 'character', content: 'x' }))

describe('the window', () => {
  test('contains all messages while they fit', () => {
    expect(chooseWindow(messages('ucuc'), null, 100, () => 10)).toEqual({ start: 0, tokens: 40 })
    expect(chooseWindow([], null, 100, () => 10)).toEqual({ start: 0, tokens: 0 })
  })
  test('stays at its anchor up to the high-water mark, then shrinks to the low-water mark at once', () => {
    const chat = messages('ucucucucucucuc')
    expect(chooseWindow(chat.slice(0, 9), 'm0', 100, () => 10).start).toBe(0)
    expect(chooseWindow(chat.slice(0, 10), 'm0', 100, () => 10)).toEqual({ start: 6, tokens: 40 })
    expect(chooseWindow(chat.slice(0, 11), 'm6', 100, () => 10)).toEqual({ start: 6, tokens: 50 })
  })
  test('starts with a message of the user after a move if possible', () => {
    expect(chooseWindow(messages('ucucucucucu'), null, 100, () => 10).start).toBe(8)
    expect(chooseWindow(messages('ccccccccccc'), null, 100, () => 10).start).toBe(7)
  })
  test('contains the newest message, whatever its size', () => {
    expect(chooseWindow(messages('ucu'), 'm0', 100, () => 500)).toEqual({ start: 2, tokens: 500 })
  })
  test('an unknown anchor counts as null', () => {
    expect(chooseWindow(messages('uc'), 'elsewhere', 100, () => 10).start).toBe(0)
  })
  test('for any conversation: the anchor never moves back, and the window stays below the marks', () => {
    const costs = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 400 })), { maxLength: 60 })
    fc.assert(
      fc.property(costs, fc.integer({ min: 10, max: 3_000 }), (chat, room) => {
        const all = chat.map(
          ([user], at): HistoryMessage => ({ id: `m${at}`, role: user ? 'user' : 'character', content: '' }),
        )
        const cost = (message: HistoryMessage) => chat[Number(message.id.slice(1))]?.[1] ?? 0
        let anchor: string | null = null
        let start = 0
        for (let size = 1; size <= all.length; size++) {
          const window = chooseWindow(all.slice(0, size), anchor, room, cost)
          expect(window.tokens).toBe(all.slice(window.start, size).reduce((sum, message) => sum + cost(message), 0))
          expect(window.start).toBeGreaterThanOrEqual(start)
          expect(window.start).toBeLessThan(size)
          if (window.start < size - 1) expect(window.tokens).toBeLessThanOrEqual(room * highWaterShare)
          if (window.start > start && window.start < size - 1)
            expect(window.tokens).toBeLessThanOrEqual(room * lowWaterShare)
          start = window.start
          anchor = all[start]?.id ?? null
        }
      }),
    )
  })
})

describe('the budget', () => {
  const counters: Record<string, CountTokens> = {
    estimate: estimateTokens,
    quarters: (text) => Math.ceil(text.length / 4),
    characters: (text) => text.length,
    bytes: (text) => new TextEncoder().encode(text).length,
  }
  const text = fc.oneof(
    anyText,
    fc.integer({ min: 1, max: 600 }).map((size) => 'The tide is late. '.repeat(size)),
    fc.integer({ min: 1, max: 300 }).map((size) => '潮水不会等我们。'.repeat(size)),
    fc.constantFrom('', '{{user}} and {{char}}', '<START>\n{{user}}: a\n<START>\n{{char}}: b'),
  )
  const card = fc.record({
    description: text,
    definition: text,
    personality: text,
    greeting: text,
    exampleDialogue: fc
      .array(text, { maxLength: 8 })
      .map((blocks) => blocks.map((block) => `<START>\n${block}`).join('\n')),
    systemPrompt: text,
    postHistoryInstructions: text,
    userRole: text,
  })
  const history = fc
    .array(fc.tuple(fc.boolean(), text), { maxLength: 20 })
    .map((chat) =>
      chat.map(([user, content], at): HistoryMessage => ({ id: `m${at}`, role: user ? 'user' : 'character', content })),
    )

  test.each(Object.entries(counters))(
    'is never exceeded with the counter %s, and the end of the history is kept',
    (_name, countTokens) => {
      fc.assert(
        fc.property(
          card,
          history,
          fc.integer({ min: minPromptTokens, max: 6_000 }),
          fc.integer({ min: 0, max: 1_000 }),
          fc.constantFrom('reply', 'continue', 'greeting', 'resume'),
          fc.integer({ min: -1, max: 20 }),
          fc.boolean(),
          (fields, history, room, maxReplyTokens, kind, anchor, prefill) => {
            const input: PromptInput = {
              character: { ...sampleCard, ...fields },
              user: { name: 'Sam' },
              kind,
              prefill,
              history,
              anchor: anchor < 0 ? null : `m${anchor}`,
              filter: true,
              budget: { contextTokens: room + maxReplyTokens, maxReplyTokens },
              countTokens,
              seed: 's',
              random: () => 0.5,
            }
            const prompt = buildPrompt(input)
            const cost = prompt.messages.reduce(
              (sum, { content }) => sum + countTokens(content) + messageOverhead,
              replyOverhead,
            )
            expect(cost).toBeLessThanOrEqual(room)
            expect(prompt.tokens).toBe(cost)
            expectSuffix(prompt.messages, history, prompt.anchor, kind === 'resume')
            expect(buildPrompt(input)).toEqual(prompt)
          },
        ),
        { numRuns: 60 },
      )
    },
  )

  /** The prompt has the history from the anchor on, unchanged. Only a single message may be shortened. */
  function expectSuffix(
    messages: { role: string; content: string }[],
    history: HistoryMessage[],
    anchor: string | null,
    isResume: boolean,
  ) {
    const start = history.findIndex(({ id }) => id === anchor)
    if (anchor === null) return expect(history).toEqual([])
    const kept = history.slice(start).filter(({ content }) => !isBlank(content))
    if (start === history.length - 1) return expect(start).toBeGreaterThanOrEqual(0)
    const sent = messages.map(({ role, content }) => `${role} ${content}`)
    const expected = kept.map(({ role, content }) => `${role === 'user' ? 'user' : 'assistant'} ${content}`)
    // A cut reply comes after the sections that follow the history.
    if (isResume && kept.at(-1) === history.at(-1) && history.at(-1)?.role === 'character') {
      expect(sent).toContain(expected.pop()?.trimEnd())
    }
    const first = sent.indexOf(expected[0] ?? '')
    if (expected.length > 0) expect(sent.slice(first, first + expected.length)).toEqual(expected)
    return undefined
  }
})

test('every section can be trimmed', () => {
  expect([...optionalSections, ...trimOrder].sort()).toEqual(sections.map(({ name }) => name).sort())
})

describe('what is dropped', () => {
  const build = (changes: Partial<PromptInput>) =>
    buildPrompt({
      character: sampleCard,
      user: { name: 'Sam' },
      kind: 'reply',
      history: sampleChat(1),
      anchor: null,
      filter: true,
      budget: { contextTokens: 2_600, maxReplyTokens: 600 },
      seed: 's',
      random: () => 0.5,
      ...changes,
    })
  const textOf = (prompt: ReturnType<typeof build>) => prompt.messages.map(({ content }) => content).join('\n')

  test('nothing when all fits', () => {
    expect(build({}).dropped).toEqual([])
  })
  test('first example dialogue, block by block from its end', () => {
    const blocks = Array.from({ length: 30 }, (_, at) => `<START>\n{{char}}: "Block ${at}. ${'Sail on. '.repeat(20)}"`)
    const prompt = build({ character: { ...sampleCard, exampleDialogue: blocks.join('\n') } })
    const kept = blocks.map((_, at) => textOf(prompt).includes(`Block ${at}. `))
    const count = kept.lastIndexOf(true) + 1
    expect(count).toBeGreaterThan(2)
    expect(kept).toEqual(blocks.map((_, at) => at < count))
    expect(prompt.dropped).toEqual([`examples: ${count} of 30 blocks kept`])
  })
  test('then a very long section, before it displaces the others', () => {
    const prompt = build({ character: { ...sampleCard, definition: 'Long ago. '.repeat(3_000), greeting: '' } })
    expect(prompt.dropped.join()).toMatch(/^definition: \d+ of \d+ characters kept,examples: left out$/)
    expect(textOf(prompt)).toContain(sampleCard.description)
  })
  test('then the other sections in their order, while rules and personality are kept', () => {
    const long = 'Long ago. '.repeat(180)
    const character = { ...sampleCard, description: long, environment: long, scenario: long, definition: long }
    const prompt = build({ character })
    expect(prompt.dropped).toContain('description: left out')
    expect(prompt.dropped).toContain('environment: left out')
    expect(prompt.dropped.filter((note) => note.startsWith('definition'))).toEqual([])
    expect(textOf(prompt)).toContain(sampleCard.personality)
    expect(textOf(prompt)).toContain('No sexual content involving')
  })
  test('the middle of a single very long message', () => {
    const content = `Beginning. ${'The tide is late. '.repeat(2_000)} Do you agree?`
    const prompt = build({ history: [{ id: 'm1', role: 'user', content }] })
    const sent = prompt.messages.find(({ role }) => role === 'user')?.content ?? ''
    expect(sent).toMatch(/^Beginning\. .*\[…\].* Do you agree\?$/)
    expect(prompt.anchor).toBe('m1')
    expect(prompt.dropped).toEqual([expect.stringMatching(/^newest message: \d+ of \d+ characters kept$/)])
  })
  test('the same text of the stable part in every kind of turn', () => {
    const character = { ...sampleCard, definition: 'Long ago. '.repeat(3_000) }
    const fixed = (kind: PromptInput['kind'], random: number) =>
      build({ character, kind, random: () => random }).messages[0]
    expect(fixed('continue', 0.1)).toEqual(fixed('reply', 0.9))
  })
})
