import { expect, it } from 'vitest'
import { readEvidence } from './evidence-content.ts'

it('a message stands between the messages around it', () => {
  const { messages, facts } = readEvidence({
    content: 'The lamp swings.',
    seeded: false,
    contentRating: 'general',
    chatFilter: true,
    model: null,
    surrounding: {
      before: [{ role: 'user', content: 'Hello.', seeded: true }],
      after: [{ role: 'user', content: 'Why?', seeded: false }],
    },
  })
  expect(messages).toEqual([
    { role: 'user', content: 'Hello.', isSeeded: true, isEdited: false, isTarget: false },
    { role: 'character', content: 'The lamp swings.', isSeeded: false, isEdited: false, isTarget: true },
    { role: 'user', content: 'Why?', isSeeded: false, isEdited: false, isTarget: false },
  ])
  expect(facts).toEqual([
    { label: 'Content rating', value: 'general' },
    { label: 'Chat filter', value: 'yes' },
  ])
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
