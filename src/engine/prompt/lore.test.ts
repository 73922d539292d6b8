import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { toLorebook } from '../lore/lorebook.ts'
import { buildPrompt } from './build.ts'
import { estimateTokens, messageOverhead } from './estimate.ts'
import type { HistoryMessage, PromptInput } from './input.ts'

const book = toLorebook({
  entries: [
    { keys: ['reef'], content: 'The reef is {{pick:sharp,blunt}}. {{user}} knows.' },
    { keys: ['storm'], content: '@@depth 2\n@@role user\nA storm is coming.' },
    { keys: [], constant: true, content: 'The sea belongs to {{char}}.' },
  ],
})

const history = (...texts: string[]): HistoryMessage[] =>
  texts.map((content, at) => ({ id: `m${at}`, role: at % 2 === 0 ? 'user' : 'character', content }))

const build = (changes: Partial<PromptInput> = {}) =>
  buildPrompt({
    character: { ...sampleCard, greeting: '' },
    user: { name: 'Sam' },
    kind: 'reply',
    history: history('Hello.'),
    anchor: null,
    filter: true,
    lore: { books: [book], messagesBefore: 0 },
    budget: { contextTokens: 4_000, maxReplyTokens: 200 },
    seed: 's',
    random: Math.random,
    ...changes,
  })

test('what is always true is in the definition, and the rest comes with its messages', () => {
  const quiet = build()
  const [first] = quiet.messages
  expect(first?.content).toContain('About the world: The sea belongs to Ilse.')
  expect(quiet.messages.map(({ content }) => content).join()).not.toContain('What matters now')
  const loud = build({ history: history('A storm!', 'Where?', 'At the reef.') })
  expect(loud.messages[0]).toEqual(first)
  expect(loud.messages[1]).toEqual({ role: 'user', content: 'A storm!' })
  // Before the two newest messages.
  expect(loud.messages[2]).toEqual({ role: 'user', content: 'A storm is coming.' })
  expect(loud.messages[5]?.content).toMatch(
    /What matters now about the world:\nThe reef is (sharp|blunt)\. Sam knows\./,
  )
  expect(loud.lore.map(({ reason }) => reason)).toEqual(['key', 'key', 'always'])
})

test('a cut reply is continued with what it began with', () => {
  const begun = build({ history: history('A storm!') })
  const resumed = build({ history: history('A storm!', 'The reef'), kind: 'resume' })
  expect(resumed.lore).toEqual(begun.lore)
})

test('what its keys caused stays where it came into the history, until it is changed or the anchor moves', () => {
  const [first, ...others] = history('A storm at the reef!', 'Where?', 'Hm.', 'So.', 'Ah.', 'Oh.', 'Calm now.')
  const begun = build({ history: first ? [first] : [] })
  const later = first
    ? [first, { id: 'r', role: 'character' as const, content: 'Aye.', inserts: begun.inserts }, ...others]
    : []
  const next = build({ history: later, anchor: 'm0' })
  expect(next.messages.slice(0, begun.messages.length - 1)).toEqual(begun.messages.slice(0, -1))
  expect(next.inserts).toEqual([])
  const texts = (entries: object[]) => {
    const changed = build({
      history: later,
      anchor: 'm0',
      lore: { books: [toLorebook({ entries })], messagesBefore: 0 },
    })
    return changed.messages.map(({ content }) => content).join()
  }
  expect(texts([{ keys: ['reef'], content: 'The reef is gone.' }])).not.toContain('The reef is')
  expect(texts(book.entries.map((entry) => ({ ...entry, enabled: false })))).not.toContain('The reef is')
  const long = Array.from({ length: 300 }, (_, at) => `${at} the sea is calm today, and the gulls are loud.`)
  const moved = build({
    history: [...later, ...history(...long).map((message) => ({ ...message, id: `n${message.id}` }))],
    anchor: 'm0',
  })
  expect(moved.anchor).not.toBe('m0')
  expect(moved.messages.map(({ content }) => content).join()).not.toContain('The reef is')
})

test('a prompt stays within its budget, whatever its books, notes and names are', () => {
  const entry = fc.record({
    keys: fc.constant(['reef']),
    content: fc
      .tuple(fc.constantFrom('', '@@depth 1\n', '@@depth 9\n@@role assistant\n'), fc.nat(900))
      .map(([decorators, size]) => `${decorators}${'sea '.repeat(size)}`),
    constant: fc.boolean(),
    position: fc.constantFrom('before_char', 'after_char'),
  })
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 12 }),
      fc.integer({ min: 64, max: 3_000 }),
      fc.nat(3_000),
      fc.nat(60),
      (entries, room, size, depth) => {
        const prompt = build({
          user: { name: 'Wilhelmina van der Berg' },
          scene: 'place '.repeat(size),
          note: { text: 'rain '.repeat(size), depth, role: 'user' },
          character: { ...sampleCard, definition: 'old '.repeat(size) },
          lore: { books: [toLorebook({ entries })], messagesBefore: 0 },
          history: history('Hello.', 'Hm.', 'The reef!').map((message) => ({ ...message, player: 'Bo' })),
          memory: {
            summary: null,
            nextSummaries: [],
            facts: [{ id: 'f', text: 'A fact.', sources: [], isPinned: true, isDue: false }],
            passages: [],
          },
          budget: { contextTokens: room + 200, maxReplyTokens: 200 },
        })
        const tokens = prompt.messages.reduce((sum, { content }) => sum + estimateTokens(content) + messageOverhead, 0)
        expect(tokens).toBeLessThanOrEqual(prompt.tokens)
        expect(prompt.tokens).toBeLessThanOrEqual(room)
      },
    ),
    { numRuns: 80 },
  )
})
