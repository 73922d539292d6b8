import { describe, expect, it } from 'vitest'
import { CharacterFields } from '#shared/characters.ts'
import {
  blankCharacter,
  categoriesFor,
  mayPublish,
  ratingsFor,
  settle,
  showsKinks,
  tabOf,
  valuesOfTemplate,
} from './creator-values.ts'
import { templates } from './templates.ts'

describe('templates', () => {
  it('are the four of the spec, in their categories', () => {
    expect(templates.map(({ id, category }) => [id, category])).toEqual([
      ['mentor', 'Life Advice'],
      ['adventurer', 'Adventure'],
      ['companion', 'Modern'],
      ['storyteller', 'Creative Writing'],
    ])
  })

  it('fill the form with what can be saved as it stands, and neither id nor icon', () => {
    for (const template of templates) {
      const values = valuesOfTemplate(template)
      expect(values).not.toHaveProperty('id')
      expect(values).not.toHaveProperty('icon')
      expect(CharacterFields.parse(values)).toEqual(values)
    }
  })
})

describe('what depends on the rating', () => {
  it('offers the explicit category for explicit characters only', () => {
    expect(categoriesFor('mature')).not.toContain('BDSM')
    expect(categoriesFor('explicit')).toContain('BDSM')
  })

  it('asks for kinks from mature upwards', () => {
    expect(showsKinks('general')).toBe(false)
    expect(showsKinks('mature')).toBe(true)
  })

  it('offers the ratings that the house carries, and opens those of the account', () => {
    const offered = (...question: Parameters<typeof ratingsFor>) =>
      ratingsFor(...question).map(({ rating, open }) => `${rating} ${open ? 'open' : 'closed'}`)
    const free = { accountType: 'free', maxContentRating: 'explicit' } as const
    const premium = { accountType: 'premium', maxContentRating: 'mature' } as const
    expect(offered(free, 'general')).toEqual(['general open', 'mature open', 'explicit closed'])
    expect(offered(premium, 'general')).toEqual(['general open', 'mature open'])
    expect(offered({ ...premium, maxContentRating: 'general' }, 'general')).toEqual(['general open'])
    // A draft from before the house changed its mind.
    expect(offered(premium, 'explicit')).toEqual(['general open', 'mature open', 'explicit closed'])
  })

  it('publishes what the account may', () => {
    expect(mayPublish('free', 'general')).toBe(true)
    expect(mayPublish('free', 'mature')).toBe(false)
    expect(mayPublish('premium', 'explicit')).toBe(true)
  })
})

describe('settle', () => {
  it('keeps private what a free account may not publish', () => {
    expect(settle({ ...blankCharacter, contentRating: 'mature' }, 'free').isPublic).toBe(false)
    expect(settle({ ...blankCharacter, contentRating: 'mature' }, 'premium').isPublic).toBe(true)
  })

  it('lets go of what the rating no longer shows', () => {
    const left = settle({ ...blankCharacter, category: 'BDSM', kinks: 'left over' }, 'premium')
    expect(left).toMatchObject({ category: 'Other', kinks: '' })
  })
})

describe('tabOf', () => {
  it('knows where a field is edited', () => {
    expect(tabOf('name')).toBe('basics')
    expect(tabOf('greeting')).toBe('personality')
    expect(tabOf('environment')).toBe('storytelling')
    expect(tabOf('avatar')).toBe('image')
  })
})
