import { expect, it } from 'vitest'
import { readEvidence } from './evidence-content.ts'

it('a message is shown between the messages around it', () => {
  const { messages, facts } = readEvidence({
    content: 'The lamp swings.',
    speaker: 'Ada Quill',
    seeded: false,
    contentRating: 'general',
    chatFilter: true,
    model: null,
    surrounding: {
      before: [
        { role: 'user', content: 'Hello.', seeded: true },
        { role: 'character', content: 'Good evening.', speaker: 'Inès' },
      ],
      after: [{ role: 'user', content: 'Why?', seeded: false }],
    },
  })
  const other = { speaker: null, isSeeded: false, isEdited: false, isTarget: false, hit: null }
  expect(messages).toEqual([
    { ...other, role: 'user', content: 'Hello.', isSeeded: true },
    { ...other, role: 'character', content: 'Good evening.', speaker: 'Inès' },
    { ...other, role: 'character', content: 'The lamp swings.', speaker: 'Ada Quill', isTarget: true },
    { ...other, role: 'user', content: 'Why?' },
  ])
  expect(facts).toEqual([
    { label: 'Content rating', value: 'general' },
    { label: 'Chat filter', value: 'yes' },
  ])
})

it('a text that was held back before it was stored is attributed to the user', () => {
  const { messages } = readEvidence({ content: 'What I wrote.', surface: 'message', rule: 'minors' })
  expect(messages).toMatchObject([{ role: 'user', content: 'What I wrote.' }])
})

it('the text before one that was held back is shown before it', () => {
  const { messages, texts } = readEvidence({ content: 'And then?', surface: 'message', before: 'She is 15 years old.' })
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['character', 'She is 15 years old.'],
    ['user', 'And then?'],
  ])
  expect(texts).toEqual([])
})

it('outside of scenes, the character has its name everywhere', () => {
  const before = [{ role: 'character', content: 'Good evening.' }]
  const { messages } = readEvidence({ content: 'The lamp swings.', speaker: 'Ada', surrounding: { before, after: [] } })
  expect(messages.map(({ speaker }) => speaker)).toEqual(['Ada', 'Ada'])
})

it('long texts of a character are separated from short facts, and empty fields left out', () => {
  const description = 'Keeps a library that opens only after midnight, and never lends a book twice.'
  const { messages, texts, facts } = readEvidence({
    id: 'c1',
    name: 'Ines Calder',
    description,
    kinks: '',
    tags: ['library', 'night'],
    avatar: '/portraits/ines.svg',
    rating: null,
  })
  expect(messages).toEqual([])
  expect(texts).toEqual([{ label: 'Description', text: description }])
  expect(facts).toEqual([
    { label: 'Name', value: 'Ines Calder' },
    { label: 'Tags', value: 'library, night' },
  ])
})

it.each([{}, { content: 'x', surrounding: null }, { content: 'x', surrounding: { before: 'no', after: [null] } }])(
  'a snapshot in an unexpected format (%j) can be read',
  (content) => {
    expect(() => readEvidence(content)).not.toThrow()
  },
)

it('the hit of the policy is marked, also if it begins in the message before', () => {
  const content = { content: 'One two three.', surface: 'message', rule: 'minors' }
  const hitOf = (start: unknown, end: unknown) => readEvidence({ ...content, start, end }).messages[0]?.hit
  expect(hitOf(4, 7)).toEqual({ start: 4, end: 7 })
  expect(hitOf(-20, 3)).toEqual({ start: 0, end: 3 })
  expect(hitOf(4, 99)).toEqual({ start: 4, end: 14 })
  expect([hitOf(0, 14), hitOf(7, 7), hitOf('4', 7), hitOf(undefined, undefined)]).toEqual([null, null, null, null])
  expect(readEvidence({ ...content, start: 4, end: 7 }).facts).toEqual([
    { label: 'Surface', value: 'message' },
    { label: 'Rule', value: 'minors' },
  ])
})

it('lists and the lorebook of a character are texts', () => {
  const greetings = ['The first greeting, which goes on for longer than a fact would.', 'The second.']
  const lorebook = {
    entries: [
      { keys: ['lamp', 'oil'], content: 'It never goes out.' },
      { keys: [], content: 'x' },
    ],
  }
  expect(readEvidence({ alternateGreetings: greetings, lorebook }).texts).toEqual([
    { label: 'Alternate greetings', text: greetings.join('\n\n') },
    { label: 'Lorebook', text: 'lamp, oil: It never goes out.\n\n: x' },
  ])
})
