import { describe, expect, it } from 'vitest'
import { DisplayName, Username } from './accounts.ts'
import { cleanName } from './names.ts'

const isAllowed = (name: string) => [Username, DisplayName].map((schema) => schema.safeParse(name).success)

describe('a name', () => {
  it.each([
    ['in one alphabet', 'Ольга Ивановна'],
    ['in two alphabets, a word each', 'Ольга Olga'],
    ['in Japanese with Latin', 'Tokyo太郎さん'],
    ['in Persian with a joiner', 'می\u200cخواهم'],
    ['in Hindi', 'क्षत्रिय'],
    ['in Vietnamese', 'Nguyễn'],
    ['in Thai', 'น้ำผึ้ง'],
    ['of emoji', '👩‍👩‍👧‍👦 ❤️ 1️⃣ 👩🏽‍🚀'],
    ['with an apostrophe and digits', "D'Artagnan 3"],
  ])('may be %s', (_, name) => {
    expect(isAllowed(name)).toEqual([true, true])
  })

  it.each([
    ['a Cyrillic letter in a Latin word', 'Аda'],
    ['a Greek letter in a Latin word', 'Adαm'],
    ['a Latin letter in a Cyrillic word', 'Oльга'],
    ['an Armenian letter in a Latin word', 'Աda'],
    ['a joiner between Latin letters', 'A\u200dda'],
    ['a non-joiner between Latin letters', 'A\u200cda'],
    ['a combining grapheme joiner', 'A\u034fda'],
    ['a variation selector on a letter', 'A\ufe0fda'],
    ['a variation selector on a digit', 'Ada1\ufe0f'],
    ['a tag character', 'Ada\u{e0061}'],
    ['a Hangul filler', 'Ada\u3164'],
    ['a blank Braille pattern', 'Ada\u2800'],
    ['a right-to-left override', 'A\u202eda'],
    ['a heap of marks', `A${'\u0301'.repeat(6)}da`],
  ])('may not have %s', (_, name) => {
    expect(isAllowed(name)).toEqual([false, false])
  })
})

it('a name of an imported character loses its hidden characters', () => {
  expect(cleanName(' A\u202ed\u200ba \u2060 Quill\u00a0\n')).toBe('Ada Quill')
  expect(cleanName('👩‍👩‍👧‍👦 می\u200cخواهم')).toBe('👩‍👩‍👧‍👦 می\u200cخواهم')
})

it('a display name has 1 to 50 characters (spec 9.display-name)', () => {
  for (const name of ['x', 'y'.repeat(50)]) expect(DisplayName.parse(name)).toBe(name)
})

it('a display name that is too long says so (spec 5.display-name.2)', () => {
  const message = 'Display name must be 50 characters or less'
  expect(DisplayName.safeParse('x'.repeat(51)).error?.issues[0]).toMatchObject({ message })
})
