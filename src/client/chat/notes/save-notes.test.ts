import { expect, it } from 'vitest'
import { emptyNotes, findConflicts } from './save-notes.ts'

it('finds a note that two tabs have changed, and not what only one of them has', () => {
  const seen = { ...emptyNotes, scene: 'The harbour.', note: 'Slow.' }
  const now = { ...seen, scene: 'The archive.' }
  const conflicts = (wanted: Partial<typeof seen>) =>
    findConflicts(['scene', 'note'], { seen, now, wanted: { ...seen, ...wanted } })
  expect(conflicts({ scene: 'The tower.', note: 'Fast.' })).toEqual(['scene'])
  expect(conflicts({ note: 'Fast.' })).toEqual([])
  expect(conflicts({ scene: 'The archive.' })).toEqual([])
})
