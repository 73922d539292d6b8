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
  userRole: '',
  avatar: '/portraits/ines-calder.svg',
  contentRating: 'general',
  isPublic: true,
  chatCount: 0,
  rating: null,
  createdBy: 'Sam',
  isMine: true,
}
const html = (changes: Partial<CharacterSummary>, eager = true) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CharacterCard character={{ ...character, ...changes }} eager={eager} />
    </MemoryRouter>,
  )

it('has a badge of its rating, except for general', () => {
  expect(html({})).not.toMatch(/General|Mature|Explicit/)
  expect(html({ contentRating: 'mature' })).toContain('>Mature<')
  expect(html({ contentRating: 'explicit' })).toContain('>Explicit<')
})

it('shows the initials of its name without an image', () => {
  expect(html({ avatar: '' })).toContain('>AQ<')
  expect(html({})).not.toContain('>AQ<')
})
