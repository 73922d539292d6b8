import { beforeEach, describe, expect, it } from 'vitest'
import { createCreatorDrafts, sameValues } from './creator-drafts.ts'
import { blankCharacter, valuesOfTemplate } from './creator-values.ts'
import { templates } from './templates.ts'

const kept = new Map<string, string>()
const storage = () =>
  ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }) as unknown as Storage
const forbidden = (): Storage => {
  throw new DOMException('no storage here', 'SecurityError')
}
const drafts = createCreatorDrafts(storage, 'ada')
const values = { ...blankCharacter, name: 'Half a na', greeting: '' }

beforeEach(() => kept.clear())

describe('drafts', () => {
  it('come back as they were, half finished or not', () => {
    expect(drafts.keep(null, { values, template: 'mentor' })).toBe(true)
    expect(drafts.read(null)).toEqual({ values, template: 'mentor' })
  })

  it('are one for each character, and one for someone new', () => {
    drafts.keep(null, { values, template: null })
    drafts.keep('abc', { values: { ...values, name: 'Other' }, template: null })
    expect(drafts.read('abc')?.values.name).toBe('Other')
    expect(drafts.read(null)?.values.name).toBe('Half a na')
    expect(drafts.read('xyz')).toBeNull()
  })

  it('belong to who wrote them', () => {
    drafts.keep(null, { values, template: null })
    expect(createCreatorDrafts(storage, 'ben').read(null)).toBeNull()
  })

  it('are gone once dropped', () => {
    drafts.keep(null, { values, template: null })
    drafts.drop(null)
    expect(drafts.read(null)).toBeNull()
    expect(kept.size).toBe(0)
  })

  it('of an older form give what still fits', () => {
    kept.set(
      'creator-draft:ada:new',
      JSON.stringify({ values: { name: 'Ada', category: 'Gone', isPublic: 'yes', extra: 1, kinks: 7 }, template: 'x' }),
    )
    expect(drafts.read(null)).toEqual({ values: { ...blankCharacter, name: 'Ada' }, template: null })
  })

  it.each(['', 'null', '7', '[]', '{"values":null}', '{broken'])('that are none are none: %j', (text) => {
    kept.set('creator-draft:ada:new', text)
    expect(drafts.read(null)).toBeNull()
  })

  it('do without storage where there is none', () => {
    const without = createCreatorDrafts(forbidden, 'ada')
    expect(without.keep(null, { values, template: null })).toBe(false)
    expect(without.read(null)).toBeNull()
    expect(() => without.drop(null)).not.toThrow()
  })
})

describe('sameValues', () => {
  it('tells a changed form from an unchanged one', () => {
    expect(sameValues(blankCharacter, { ...blankCharacter })).toBe(true)
    for (const template of templates) expect(sameValues(blankCharacter, valuesOfTemplate(template))).toBe(false)
  })
})
