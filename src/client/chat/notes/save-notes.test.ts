import { expect, it } from 'vitest'
import { emptyNotes, findClashes } from './save-notes.ts'

it('finds a note that two tabs have changed, and not what only one of them has', () => {
  const seen = { ...emptyNotes, scene: 'The harbour.', note: 'Slow.' }
  const now = { ...seen, scene: 'The archive.' }
  const clashes = (wanted: Partial<typeof seen>) =>
    findClashes(['scene', 'note'], { seen, now, wanted: { ...seen, ...wanted } })
  expect(clashes({ scene: 'The tower.', note: 'Fast.' })).toEqual(['scene'])
  expect(clashes({ note: 'Fast.' })).toEqual([])
  expect(clashes({ scene: 'The archive.' })).toEqual([])
})
