import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { toLorebook } from '../lore/lorebook.ts'
import { buildPrompt } from './build.ts'
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
  expect(loud.messages[5]?.content).toMatch(/What matters now about the world: The reef is (sharp|blunt)\. Sam knows\./)
  expect(loud.lore.map(({ reason }) => reason)).toEqual(['key', 'key', 'always'])
})

test('a cut reply is continued with what it began with', () => {
  const begun = build({ history: history('A storm!') })
  const resumed = build({ history: history('A storm!', 'The reef'), kind: 'resume' })
  expect(resumed.lore).toEqual(begun.lore)
})

test('the history begins at the same message, whether entries are used or not', () => {
  const long = Array.from({ length: 120 }, (_, at) => `${at} the sea is calm today, and the gulls are loud.`)
  const quiet = build({ history: history(...long) })
  const loud = build({ history: history(...long.slice(0, -1), `${long.at(-1)} reef`) })
  expect(loud.anchor).toBe(quiet.anchor)
  expect(loud.history.budget).toBe(quiet.history.budget)
})

test('a prompt stays within its budget, whatever its books are', () => {
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
      (entries, room, size) => {
        const prompt = build({
          character: { ...sampleCard, definition: 'old '.repeat(size) },
          lore: { books: [toLorebook({ entries })], messagesBefore: 0 },
          history: history('Hello.', 'Hm.', 'The reef!'),
          memory: {
            summary: null,
            nextSummaries: [],
            facts: [{ id: 'f', text: 'A fact.', sources: [], isPinned: true, isDue: false }],
            passages: [],
          },
          budget: { contextTokens: room + 200, maxReplyTokens: 200 },
        })
        expect(prompt.tokens).toBeLessThanOrEqual(room)
      },
    ),
    { numRuns: 200 },
  )
})
