import { beforeEach, expect, it } from 'vitest'
import { blankFields } from '#shared/characters.ts'
import { createStorage, openBlockedStorage } from '#tests/support/memory-storage.ts'
import { createCreatorDrafts, hasSameValues } from './creator-drafts.ts'

let stored = createStorage()
const drafts = createCreatorDrafts(() => stored, 'ada')
const values = { ...blankFields, name: 'Half a na', greeting: '' }

beforeEach(() => {
  stored = createStorage()
})

it('drafts are read as they were saved, complete or not', () => {
  expect(drafts.save(null, { values, template: 'mentor' })).toBe(true)
  expect(drafts.read(null)).toEqual({ values, template: 'mentor' })
})

it('drafts are separate for each character and for a new one', () => {
  drafts.save(null, { values, template: null })
  drafts.save('abc', { values: { ...values, name: 'Other' }, template: null })
  expect(drafts.read('abc')?.values.name).toBe('Other')
  expect(drafts.read(null)?.values.name).toBe('Half a na')
  expect(drafts.read('xyz')).toBeNull()
})

it('drafts are separate for each account', () => {
  drafts.save(null, { values, template: null })
  expect(createCreatorDrafts(() => stored, 'ben').read(null)).toBeNull()
})

it('drafts differ from what was saved where a picture of an expression does', () => {
  const expressions = { joy: '/files/joy.webp' }
  expect(hasSameValues({ ...values, expressions }, values)).toBe(false)
  expect(hasSameValues({ ...values, expressions }, { ...values, expressions: { ...expressions } })).toBe(true)
})

it('drafts can be deleted', () => {
  drafts.save(null, { values, template: null })
  drafts.delete(null)
  expect(drafts.read(null)).toBeNull()
  expect(Object.keys(stored)).toEqual([])
})

it('a draft of a form with fewer fields has the others blank', () => {
  stored.setItem('creator-draft:ada:new', JSON.stringify({ values: { name: 'Ada' }, template: 'mentor' }))
  expect(drafts.read(null)).toEqual({ values: { ...blankFields, name: 'Ada' }, template: 'mentor' })
})

it('drafts do not throw without storage', () => {
  const withoutStorage = createCreatorDrafts(openBlockedStorage, 'ada')
  expect(withoutStorage.save(null, { values, template: null })).toBe(false)
  expect(withoutStorage.read(null)).toBeNull()
  expect(() => withoutStorage.delete(null)).not.toThrow()
})
