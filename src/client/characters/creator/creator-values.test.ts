import { describe, expect, it } from 'vitest'
import { blankFields, CharacterFields, type OwnCharacter } from '#shared/characters.ts'
import {
  canPublish,
  categoriesFor,
  hasKinks,
  isMissingInformation,
  normalizeValues,
  ratingsFor,
  tabOf,
  valuesOf,
  valuesOfTemplate,
} from './creator-values.ts'
import { templates } from './templates.ts'

it.each([
  ['', 'Keeps a lighthouse.', true],
  ['Ada', '  ', true],
  ['x'.repeat(500), 'Keeps a lighthouse.', false],
  ['Ada', 'x'.repeat(5_000), false],
])('information is missing only where a field is empty: %.9s, %.9s', (name, description, expected) => {
  expect(isMissingInformation({ name, description })).toBe(expected)
})

describe('templates', () => {
  it('are the four of the specification (spec 3.templates)', () => {
    expect(templates.map(({ id, category }) => [id, category])).toEqual([
      ['mentor', 'Life Advice'],
      ['adventurer', 'Adventure'],
      ['companion', 'Modern'],
      ['storyteller', 'Creative Writing'],
    ])
  })

  it('have valid form values without id and icon', () => {
    for (const template of templates) {
      const values = valuesOfTemplate(template)
      expect(values).not.toHaveProperty('id')
      expect(values).not.toHaveProperty('icon')
      expect(CharacterFields.parse(values)).toEqual(values)
    }
  })
})

it('the values of a saved character are all there if its image is one of another website, which is left out', () => {
  const saved = { ...blankFields, name: 'Ada', description: 'Keeps a lighthouse.', greeting: 'You are late.' }
  const avatar = 'https://example.com/a.png'
  expect(valuesOf({ ...saved, avatar } as OwnCharacter)).toEqual({ ...saved, avatar: '' })
})

describe('what depends on the rating', () => {
  it('offers the explicit category for explicit characters only', () => {
    expect(categoriesFor('mature')).not.toContain('BDSM')
    expect(categoriesFor('explicit')).toContain('BDSM')
  })

  it('has kinks for mature and explicit characters', () => {
    expect(hasKinks('general')).toBe(false)
    expect(hasKinks('mature')).toBe(true)
  })

  it('offers the ratings of the instance, and allows those of the account', () => {
    const offered = (...args: Parameters<typeof ratingsFor>) =>
      ratingsFor(...args).map(({ rating, isAllowed }) => `${rating} ${isAllowed ? 'allowed' : 'forbidden'}`)
    const free = { accountType: 'free', maxContentRating: 'explicit' } as const
    const premium = { accountType: 'premium', maxContentRating: 'mature' } as const
    expect(offered(free, 'general')).toEqual(['general allowed', 'mature allowed', 'explicit forbidden'])
    expect(offered(premium, 'general')).toEqual(['general allowed', 'mature allowed'])
    expect(offered({ ...premium, maxContentRating: 'general' }, 'general')).toEqual(['general allowed'])
    // A character from before the instance lowered its limit.
    expect(offered(premium, 'explicit')).toEqual(['general allowed', 'mature allowed', 'explicit forbidden'])
  })

  it('allows publishing by account type', () => {
    expect(canPublish('free', 'general')).toBe(true)
    expect(canPublish('free', 'mature')).toBe(false)
    expect(canPublish('premium', 'explicit')).toBe(true)
  })
})

describe('normalizeValues', () => {
  it('makes characters private that the account may not publish', () => {
    expect(normalizeValues({ ...blankFields, contentRating: 'mature' }, 'free').isPublic).toBe(false)
    expect(normalizeValues({ ...blankFields, contentRating: 'mature' }, 'premium').isPublic).toBe(true)
  })

  it('resets fields that the rating hides', () => {
    const values = normalizeValues({ ...blankFields, category: 'BDSM', kinks: 'left over' }, 'premium')
    expect(values).toMatchObject({ category: 'Other', kinks: '' })
  })
})

it('tabOf returns the tab of a field', () => {
  expect(tabOf('name')).toBe('basics')
  expect(tabOf('greeting')).toBe('personality')
  expect(tabOf('environment')).toBe('storytelling')
  expect(tabOf('avatar')).toBe('image')
  expect(tabOf('scenario')).toBe('advanced')
})
