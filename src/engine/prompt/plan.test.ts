import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { buildPrompt, smallestPrompt } from './build.ts'
import { sampleChat } from './chat.sample.ts'
import { estimateTokens } from './estimate.ts'
import type { CountTokens, HistoryLine, PromptInput } from './input.ts'
import { chooseWindow, highWater, lowWater } from './plan.ts'
import { expendable, firstToGo, sections } from './sections.ts'
import { messageOverhead, replyOverhead } from './write.ts'

// Many runs of a property take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

/** Any sequence of UTF-16 code units, lone surrogates and control characters included. */
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))

const lines = (authors: string): HistoryLine[] =>
  [...authors].map((role, at) => ({ id: `m${at}`, role: role === 'u' ? 'user' : 'character', content: 'x' }))

describe('the window', () => {
  test('holds everything while it fits', () => {
    expect(chooseWindow(lines('ucuc'), null, 100, () => 10)).toEqual({ start: 0, tokens: 40 })
    expect(chooseWindow([], null, 100, () => 10)).toEqual({ start: 0, tokens: 0 })
  })
  test('stays at its anchor up to the high-water mark, then falls to the low one in one step', () => {
    const chat = lines('ucucucucucucuc')
    expect(chooseWindow(chat.slice(0, 9), 'm0', 100, () => 10).start).toBe(0)
    expect(chooseWindow(chat.slice(0, 10), 'm0', 100, () => 10)).toEqual({ start: 6, tokens: 40 })
    expect(chooseWindow(chat.slice(0, 11), 'm6', 100, () => 10)).toEqual({ start: 6, tokens: 50 })
  })
  test('begins with the player after a move where it can', () => {
    expect(chooseWindow(lines('cucucucucuc'), null, 100, () => 10).start).toBe(7)
    expect(chooseWindow(lines('ccccccccccc'), null, 100, () => 10).start).toBe(6)
  })
  test('keeps the newest line, however large', () => {
    expect(chooseWindow(lines('ucu'), 'm0', 100, () => 500)).toEqual({ start: 2, tokens: 500 })
  })
  test('an unknown anchor counts as none', () => {
    expect(chooseWindow(lines('uc'), 'elsewhere', 100, () => 10).start).toBe(0)
  })
  test('looks no further back than it must', () => {
    let looked = 0
    const cost = () => {
      looked += 1
      return 10
    }
    chooseWindow(lines('uc'.repeat(5_000)), 'm9990', 1_000, cost)
    expect(looked).toBe(10)
    looked = 0
    chooseWindow(lines('uc'.repeat(5_000)), 'm0', 1_000, cost)
    expect(looked).toBeLessThan(100)
  })
  test('for any chat: the anchor never moves back, and what stays is under the mark it should be', () => {
    const costs = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 400 })), { maxLength: 60 })
    fc.assert(
      fc.property(costs, fc.integer({ min: 10, max: 3_000 }), (chat, room) => {
        const all = chat.map(
          ([user], at): HistoryLine => ({ id: `m${at}`, role: user ? 'user' : 'character', content: '' }),
        )
        const cost = (line: HistoryLine) => chat[Number(line.id.slice(1))]?.[1] ?? 0
        let anchor: string | null = null
        let start = 0
        for (let size = 1; size <= all.length; size++) {
          const window = chooseWindow(all.slice(0, size), anchor, room, cost)
          expect(window.tokens).toBe(all.slice(window.start, size).reduce((sum, line) => sum + cost(line), 0))
          expect(window.start).toBeGreaterThanOrEqual(start)
          expect(window.start).toBeLessThan(size)
          if (window.start < size - 1) expect(window.tokens).toBeLessThanOrEqual(room * highWater)
          if (window.start > start && window.start < size - 1)
            expect(window.tokens).toBeLessThanOrEqual(room * lowWater)
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
    .map((said) =>
      said.map(([user, content], at): HistoryLine => ({ id: `m${at}`, role: user ? 'user' : 'character', content })),
    )

  test.each(Object.entries(counters))(
    'is never exceeded, counted in %s, and what is kept is the end of the history',
    (_name, countTokens) => {
      fc.assert(
        fc.property(
          card,
          history,
          fc.integer({ min: smallestPrompt, max: 6_000 }),
          fc.integer({ min: 0, max: 1_000 }),
          fc.constantFrom('reply', 'continue', 'greeting'),
          fc.integer({ min: -1, max: 20 }),
          (fields, history, room, maxReplyTokens, kind, anchor) => {
            const input: PromptInput = {
              character: { ...sampleCard, ...fields },
              user: { name: 'Sam' },
              kind,
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
            expectSuffix(prompt.messages, history, prompt.anchor)
            expect(buildPrompt(input)).toEqual(prompt)
          },
        ),
        { numRuns: 150 },
      )
    },
  )

  /** The messages of the history are its lines from the anchor on; only one that stands alone may be shortened. */
  function expectSuffix(messages: { role: string; content: string }[], history: HistoryLine[], anchor: string | null) {
    const start = history.findIndex(({ id }) => id === anchor)
    if (anchor === null) return expect(history).toEqual([])
    const kept = history.slice(start).filter(({ content }) => content.trim() !== '')
    if (start === history.length - 1) return expect(start).toBeGreaterThanOrEqual(0)
    const said = messages.map(({ role, content }) => `${role} ${content}`)
    const wanted = kept.map(({ role, content }) => `${role === 'user' ? 'user' : 'assistant'} ${content}`)
    const first = said.indexOf(wanted[0] ?? '')
    if (wanted.length > 0) expect(said.slice(first, first + wanted.length)).toEqual(wanted)
    return undefined
  }
})

test('every section may give way', () => {
  expect([...expendable, ...firstToGo].sort()).toEqual(sections.map(({ name }) => name).sort())
})

describe('what gives way', () => {
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

  test('nothing, when all fits', () => {
    expect(build({}).dropped).toEqual([])
  })
  test('example dialogue first, block by block from its end', () => {
    const blocks = Array.from({ length: 30 }, (_, at) => `<START>\n{{char}}: "Block ${at}. ${'Sail on. '.repeat(20)}"`)
    const prompt = build({ character: { ...sampleCard, exampleDialogue: blocks.join('\n') } })
    const kept = blocks.map((_, at) => textOf(prompt).includes(`Block ${at}. `))
    const count = kept.lastIndexOf(true) + 1
    expect(count).toBeGreaterThan(2)
    expect(kept).toEqual(blocks.map((_, at) => at < count))
    expect(prompt.dropped).toEqual([`examples: ${count} of 30 blocks kept`])
  })
  test('then an endless section, before it pushes the others out', () => {
    const prompt = build({ character: { ...sampleCard, definition: 'Long ago. '.repeat(3_000), greeting: '' } })
    expect(prompt.dropped.join()).toMatch(/^definition: \d+ of \d+ characters kept,examples: left out$/)
    expect(textOf(prompt)).toContain(sampleCard.description)
  })
  test('then the rest in its order, while rules and personality stay', () => {
    const long = 'Long ago. '.repeat(180)
    const character = { ...sampleCard, description: long, environment: long, scenario: long, definition: long }
    const prompt = build({ character })
    expect(prompt.dropped).toContain('description: left out')
    expect(prompt.dropped).toContain('environment: left out')
    expect(prompt.dropped.filter((note) => note.startsWith('definition'))).toEqual([])
    expect(textOf(prompt)).toContain(sampleCard.personality)
    expect(textOf(prompt)).toContain('No sexual content involving')
  })
  test('a single huge message loses its middle', () => {
    const content = `Beginning. ${'The tide is late. '.repeat(2_000)} Do you agree?`
    const prompt = build({ history: [{ id: 'm1', role: 'user', content }] })
    const said = prompt.messages.find(({ role }) => role === 'user')?.content ?? ''
    expect(said).toMatch(/^Beginning\. .*\[…\].* Do you agree\?$/)
    expect(prompt.anchor).toBe('m1')
    expect(prompt.dropped).toEqual([expect.stringMatching(/^newest message: \d+ of \d+ characters kept$/)])
  })
  test('what is cut from the fixed part is the same whatever the turn ends with', () => {
    const character = { ...sampleCard, definition: 'Long ago. '.repeat(3_000) }
    const fixed = (kind: PromptInput['kind'], random: number) =>
      build({ character, kind, random: () => random }).messages[0]
    expect(fixed('continue', 0.1)).toEqual(fixed('reply', 0.9))
  })
})
