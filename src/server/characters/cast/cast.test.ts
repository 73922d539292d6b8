import { describe, expect, it } from 'vitest'
import { CharacterFields, categories } from '#shared/characters.ts'
import { cast } from './index.ts'
import { prose } from './prose.ts'

const words = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
const duplicates = (values: string[]) => values.filter((value, place) => values.indexOf(value) !== place)

describe('the cast', () => {
  it('plays every category, and none that is for explicit characters alone', () => {
    expect(new Set(cast.map((member) => member.fields.category))).toEqual(new Set(categories))
  })

  it('has no two members of one slug or name', () => {
    expect(duplicates(cast.map((member) => member.slug))).toEqual([])
    expect(duplicates(cast.map((member) => member.fields.name))).toEqual([])
  })

  it('is billed so that no two neighbours share a category', () => {
    const billed = cast.map((member) => member.fields.category)
    expect(billed.filter((category, place) => category === billed[place + 1])).toEqual([])
  })

  it('opens in different ways: no greeting begins as another does', () => {
    const openings = cast.map((member) => member.fields.greeting.split(/\s+/).slice(0, 3).join(' '))
    expect(duplicates(openings)).toEqual([])
  })

  it('gives about a third of the players a part to play', () => {
    const share = cast.filter((member) => member.fields.userRole !== '').length / cast.length
    expect(share).toBeGreaterThan(0.25)
    expect(share).toBeLessThan(0.45)
  })

  it('takes its samples at every temperature and every pace', () => {
    const creativity = new Set(cast.map((member) => member.fields.creativity))
    const pace = new Set(cast.map((member) => member.fields.plotAdvancement))
    expect([creativity.size, pace.size]).toEqual([4, 3])
  })
})

describe.each(cast)('$slug', ({ slug, fields }) => {
  it('is what an author could save: valid as it stands, general, public', () => {
    expect(CharacterFields.parse(fields)).toEqual(fields)
    expect(fields).toMatchObject({ contentRating: 'general', isPublic: true, kinks: '' })
    expect(fields.avatar).toBe(`/portraits/${slug}.svg`)
    expect(slug).toMatch(/^[a-z0-9-]{1,64}$/)
  })

  it('is written out: a person, a voice, habits, a place and a past', () => {
    const { personality, speechStyle, behaviors, environment, definition } = fields
    for (const text of [personality, speechStyle, behaviors, environment, definition]) {
      expect(words(text)).toBeGreaterThanOrEqual(20)
    }
  })

  it('has a hook for its card: a line or two, and a role short enough to stand beneath it', () => {
    expect(fields.description.length).toBeGreaterThanOrEqual(40)
    expect(fields.description.length).toBeLessThanOrEqual(95)
    expect(fields.userRole.length).toBeLessThanOrEqual(26)
  })

  it('greets with a scene of 60 to 150 words that both does and says something to the player', () => {
    expect(words(fields.greeting)).toBeGreaterThanOrEqual(60)
    expect(words(fields.greeting)).toBeLessThanOrEqual(150)
    expect(fields.greeting).toMatch(/(?:^|\s)\*\S/)
    expect(fields.greeting).toMatch(/"[^"]+"/)
    expect(fields.greeting).toMatch(/\byou(?:r|'re|'ve)?\b/i)
  })

  it('closes every asterisk and quotation mark in the paragraph that opened it', () => {
    for (const paragraph of [fields.greeting, fields.exampleDialogue].flatMap((text) => text.split('\n'))) {
      expect(marksClosed(paragraph), paragraph).toBe(true)
    }
  })

  it('shows its voice in exchanges a card can carry', () => {
    const lines = fields.exampleDialogue.split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(6)
    expect(lines.map((line) => line.replace(/(?<=^\{\{\w+\}\}:).+/s, ''))).toEqual(
      lines.map((_line, place) => ['<START>', '{{user}}:', '{{char}}:'][place % 3]),
    )
  })
})

/**
 * Every second asterisk opens, the others close. Markdown reads one as neither when it stands on the wrong side of a
 * space, or when it should open and follows a letter, as the third does in `*aboard the* Margaret*, six people*`.
 */
function marksClosed(paragraph: string): boolean {
  const marks = [...paragraph.replaceAll('**', '').matchAll(/(.?)\*(?=(.?))/gsu)]
  const placed = marks.every(([, before = '', after = ''], place) =>
    place % 2 === 0 ? !/[\p{L}\d]/u.test(before) && /\S/.test(after) : /\S/.test(before),
  )
  return placed && marks.length % 2 === 0 && paragraph.split('"').length % 2 === 1
}

describe('marksClosed', () => {
  it.each([
    ['*She waits.* "Well?"', true],
    ['*aboard the* Margaret*, six people*', false],
    ['*She waits. "Well?"', false],
    ['* She waits.*', false],
    ['"Well?', false],
  ])('%s: %s', (paragraph, closed) => {
    expect(marksClosed(paragraph)).toBe(closed)
  })
})

describe('prose', () => {
  it('makes one line of a wrapped paragraph and keeps paragraphs apart', () => {
    expect(prose`
      One lamp,
      lit.

      A door.
    `).toBe('One lamp, lit.\n\nA door.')
  })
})
