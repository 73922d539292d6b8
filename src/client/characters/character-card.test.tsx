import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { CharacterSummary } from '#shared/characters.ts'
import { CharacterCard } from './character-card.tsx'

const character: CharacterSummary = {
  id: 'c1',
  name: 'Ada Quill',
  description: 'Keeps a lighthouse.',
  category: 'Drama',
  userRole: 'the new keeper',
  avatar: '/portraits/ines-calder.svg',
  contentRating: 'general',
  isPublic: true,
  chatCount: 12_400,
  rating: 4.25,
  createdBy: 'Sam',
  isMine: true,
}
const html = (changes: Partial<CharacterSummary> = {}, onEdit?: () => void) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CharacterCard character={{ ...character, ...changes }} {...(onEdit && { onEdit })} eager />
    </MemoryRouter>,
  ).replaceAll('<!-- -->', '')

it.each([
  ['its avatar (spec 2.card.1)', / src="\/portraits\/ines-calder\.svg"/],
  ['its category (spec 2.card.2)', />Drama</],
  ['its name (spec 2.card.4)', />Ada Quill<\/h3>/],
  ['the user’s role (spec 2.card.6)', />You play as: the new keeper</],
  ['its chat count (spec 2.card.7)', /12\.4k.*chats/],
  ['its rating to one decimal (spec 2.card.8)', /rated<\/span>4\.3</],
  ['its creator (spec 2.card.9)', />by Sam</],
  ['a link to its chat (spec 2.card.10)', /aria-label="Chat with Ada Quill"[^>]*>Chat</],
])('has %s', (_, markup) => expect(html()).toMatch(markup))

it('has a lock if it is not public (spec 2.card.3)', () => {
  expect(html()).not.toMatch(/lucide-lock|Private/)
  expect(html({ isPublic: false })).toMatch(/lucide-lock.*Private/)
})

it('says nothing of a role or a rating that it does not have (spec 2.card.6)', () => {
  expect(html({ userRole: '', rating: null })).not.toMatch(/You play as|rated/)
})

it('can be edited only where that is offered (spec 2.card.11)', () => {
  expect(html()).not.toContain('Edit')
  expect(html({}, () => {})).toContain('aria-label="Edit Ada Quill"')
})

it('has a badge of its content rating, except for general', () => {
  expect(html()).not.toMatch(/General|Mature|Explicit/)
  expect(html({ contentRating: 'mature' })).toContain('>Mature<')
  expect(html({ contentRating: 'explicit' })).toContain('>Explicit<')
})

it('shows the initials of its name without an image', () => {
  expect(html({ avatar: '' })).toContain('>AQ<')
  expect(html()).not.toContain('>AQ<')
})
