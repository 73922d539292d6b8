import { expect, test } from 'vitest'
import { excerptsOf, findDifferences, mergeFields } from './merge-fields.ts'

const base = { name: 'Ada', scene: 'The harbour.', note: 'Slow.' }

test('differences prefer the version that has changed the field, and the user’s where both have', () => {
  const mine = { ...base, scene: 'The tower.', note: 'Fast.' }
  const theirs = { ...base, scene: 'The archive.', name: 'Ada Quill' }
  expect(findDifferences(['name', 'scene', 'note'], { base, mine, theirs })).toEqual([
    { field: 'name', mine: 'Ada', theirs: 'Ada Quill', preferred: 'theirs' },
    { field: 'scene', mine: 'The tower.', theirs: 'The archive.', preferred: 'mine' },
    { field: 'note', mine: 'Fast.', theirs: 'Slow.', preferred: 'mine' },
  ])
  expect(findDifferences(['name'], { base: null, mine, theirs })[0]?.preferred).toBe('mine')
  expect(mergeFields({ mine, theirs }, { name: 'theirs', scene: 'mine' })).toEqual({ ...mine, name: 'Ada Quill' })
})

test('an excerpt has the whole difference with a short context', () => {
  const [before, after] = ['word '.repeat(100), ' rest'.repeat(100)]
  const { mine, theirs } = excerptsOf(`${before}red${after}`, `${before}dark blue${after}`)
  expect(mine).toMatch(/^… (?:word ){5,15}red(?: rest){5,15}(?: r?e?s?t?)? …$/)
  expect(theirs).toContain('dark blue')
  expect(theirs.length).toBeLessThan(160)
  expect(excerptsOf('', 'New.')).toEqual({ mine: '', theirs: 'New.' })
  expect(excerptsOf('aa', 'aaa')).toEqual({ mine: 'aa', theirs: 'aaa' })
})
