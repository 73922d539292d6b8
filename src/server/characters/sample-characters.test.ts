import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SafetyPolicy } from '#server/safety/safety-policy.ts'
import { categories } from '#shared/character-terms.ts'
import { CharacterFields } from '#shared/characters.ts'
import { actsForPlayer } from '#tests/evals/narration.ts'
import { readSampleCharacters } from './sample-characters.ts'
import { textOf } from './screen-character.ts'

const characters = readSampleCharacters()
const words = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
const duplicates = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

describe('the sample characters', () => {
  it('are all listed: every card in content/characters is in the list', () => {
    const files = readdirSync('content/characters').sort()
    expect(files).toEqual(characters.map(({ slug }) => `${slug}.json`).sort())
  })

  it('are adults: chats with each may be raised to mature', () => {
    const policy = new SafetyPolicy()
    const contextCues = new Set(['adult-rated'])
    const held = characters.filter(({ fields }) =>
      policy.check('character', textOf(fields, null), { isFiltered: false, contextCues }),
    )
    expect(held.map(({ slug }) => slug)).toEqual([])
    expect(new Set(characters.map(({ fields }) => fields.maxChatRating))).toEqual(new Set(['mature']))
  })

  it('cover every category except the one for explicit characters', () => {
    expect(new Set(characters.map(({ fields }) => fields.category))).toEqual(new Set(categories))
  })

  it('have unique slugs and names', () => {
    expect(duplicates(characters.map(({ slug }) => slug))).toEqual([])
    expect(duplicates(characters.map(({ fields }) => fields.name))).toEqual([])
  })

  it('are listed so that no two neighbours share a category', () => {
    const listed = characters.map(({ fields }) => fields.category)
    expect(listed.filter((category, index) => category === listed[index + 1])).toEqual([])
  })

  it('have greetings that begin with different words', () => {
    const openings = characters.map(({ fields }) => fields.greeting.split(/\s+/).slice(0, 3).join(' '))
    expect(duplicates(openings)).toEqual([])
  })
})

describe.each(characters)('$slug', ({ slug, fields }) => {
  it('can be saved as it is, and is general and public', () => {
    expect(CharacterFields.parse(fields)).toEqual(fields)
    expect(fields).toMatchObject({ contentRating: 'general', isPublic: true, kinks: '' })
    expect(fields.avatar).toBe(`/portraits/${slug}.svg`)
    expect(slug).toMatch(/^[a-z0-9-]{1,64}$/)
  })

  it('describes personality, speech style, behaviours, environment and definition in at least 20 words each', () => {
    const { personality, speechStyle, behaviors, environment, definition } = fields
    for (const text of [personality, speechStyle, behaviors, environment, definition]) {
      expect(words(text)).toBeGreaterThanOrEqual(20)
    }
  })

  it('has a description of two lines and a role of one line on a gallery card', () => {
    expect(fields.description.length).toBeGreaterThanOrEqual(40)
    expect(fields.description.length).toBeLessThanOrEqual(95)
    expect(fields.userRole.length).toBeLessThanOrEqual(26)
  })

  it('has a greeting of 60 to 150 words with an action, speech and a word to the user', () => {
    expect(words(fields.greeting)).toBeGreaterThanOrEqual(60)
    expect(words(fields.greeting)).toBeLessThanOrEqual(150)
    expect(fields.greeting).toMatch(/(?:^|\s)\*\S/)
    expect(fields.greeting).toMatch(/"[^"]+"/)
    expect(fields.greeting).toMatch(/\byou(?:r|'re|'ve)?\b/i)
  })

  it('does not act for the player, neither in its greeting nor in its examples', () => {
    const examples = fields.exampleDialogue.split('\n').filter((line) => line.startsWith('{{char}}:'))
    for (const paragraph of [...fields.greeting.split('\n'), ...examples]) {
      expect(actsForPlayer(paragraph), paragraph).toBe(false)
    }
  })

  it('closes every asterisk and quotation mark in the paragraph that opens it', () => {
    for (const paragraph of [fields.greeting, fields.exampleDialogue].flatMap((text) => text.split('\n'))) {
      expect(hasClosedMarks(paragraph), paragraph).toBe(true)
    }
  })

  it('has example dialogue of at least two exchanges in the format of cards', () => {
    const lines = fields.exampleDialogue.split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(6)
    expect(lines.map((line) => line.replace(/(?<=^\{\{\w+\}\}:).+/s, ''))).toEqual(
      lines.map((_line, index) => ['<START>', '{{user}}:', '{{char}}:'][index % 3]),
    )
  })
})

/**
 * Asterisks open and close in turn. Markdown ignores one that is next to white space on the inner side, or one that
 * should open and follows a letter, as the third does in `*aboard the* Margaret*, six people*`.
 */
function hasClosedMarks(paragraph: string): boolean {
  const marks = [...paragraph.replaceAll('**', '').matchAll(/(.?)\*(?=(.?))/gsu)]
  const areValid = marks.every(([, before = '', after = ''], index) =>
    index % 2 === 0 ? !/[\p{L}\d]/u.test(before) && /\S/.test(after) : /\S/.test(before),
  )
  return areValid && marks.length % 2 === 0 && paragraph.split('"').length % 2 === 1
}
