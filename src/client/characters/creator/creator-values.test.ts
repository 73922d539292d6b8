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

  it('fill the fields of a character, except id and icon (spec 4.creator.1)', () => {
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
  it('offers the categories of the specification (spec 9.categories)', () => {
    const categories =
      'Adventure, Comedy, Creative Writing, Drama, Education, Fantasy, Gaming, Historical, Horror, Life Advice, Modern, Mystery, Other, Romance, Sci-Fi'
    expect(categoriesFor('general').join(', ')).toBe(categories)
  })

  it('offers one more category for explicit characters only (spec 5.rating.2)', () => {
    expect(categoriesFor('mature')).toEqual(categoriesFor('general'))
    expect(categoriesFor('explicit')).toEqual([...categoriesFor('general'), 'BDSM'])
  })

  it('has kinks for mature and explicit characters (spec 5.rating.3)', () => {
    expect([hasKinks('general'), hasKinks('mature'), hasKinks('explicit')]).toEqual([false, true, true])
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

  it('lets premium accounts publish characters of every rating (spec 6.premium.2)', () => {
    expect([canPublish('free', 'general'), canPublish('free', 'mature')]).toEqual([true, false])
    expect([canPublish('premium', 'mature'), canPublish('premium', 'explicit')]).toEqual([true, true])
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
