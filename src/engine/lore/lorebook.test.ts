import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decorators, readDecorators } from './decorators.ts'
import { readRule } from './entry-rule.ts'
import { type Lorebook, LorebookError, lorebookMaxima, readLorebook, toLorebook, writeLorebook } from './lorebook.ts'
import { writeSillyTavernBook } from './silly-tavern-book.ts'

/** As SillyTavern writes it. */
const world = {
  entries: {
    '0': {
      uid: 0,
      key: ['reef', '/heron(s)?/i'],
      keysecondary: ['storm'],
      comment: 'The reef',
      content: 'Sharp. {{char}} fears it.',
      constant: false,
      vectorized: false,
      selective: true,
      selectiveLogic: 3,
      addMemo: true,
      order: 40,
      position: 4,
      disable: false,
      excludeRecursion: true,
      preventRecursion: false,
      delayUntilRecursion: false,
      probability: 60,
      useProbability: true,
      depth: 2,
      group: 'sea, weather',
      groupOverride: true,
      groupWeight: 30,
      scanDepth: 7,
      caseSensitive: true,
      matchWholeWords: false,
      useGroupScoring: null,
      automationId: '',
      role: 2,
      sticky: 3,
      cooldown: 4,
      delay: 5,
      displayIndex: 0,
      characterFilter: { isExclude: false, names: ['Ilse'], tags: [] },
    },
  },
  originalData: { entries: [] },
}

describe('SillyTavern’s world info', () => {
  it('is read with all that it says', () => {
    const book = toLorebook(world)
    const [entry] = book.entries
    if (!entry) throw new Error('no entry')
    expect(readRule(entry, book)).toMatchObject({
      keys: ['reef', '/heron(s)?/i'],
      regex: 'in-slashes',
      secondKeys: ['storm'],
      logic: 'all',
      isCaseSensitive: true,
      isWholeWords: false,
      scanDepth: 7,
      probability: 60,
      groups: ['sea', 'weather'],
      isFirstOfGroup: true,
      groupWeight: 30,
      sticky: 3,
      cooldown: 4,
      delay: 5,
      isCausedByEntries: false,
      order: 40,
      place: { depth: 2, role: 'assistant' },
    })
  })

  it('is written as it was, also after a detour over a file of version 3', () => {
    expect(JSON.parse(writeSillyTavernBook(toLorebook(world)))).toEqual(world)
    expect(JSON.parse(writeSillyTavernBook(readLorebook(writeLorebook(toLorebook(world)))))).toEqual(world)
  })
})

it('a book of a card, of a file and of a whole card are the same', () => {
  const data = { name: 'Coast', scan_depth: 3, mood: 1, entries: [{ keys: ['reef'], content: 'x', id: 7 }] }
  const book = toLorebook(data)
  expect(book).toMatchObject({ ...data, extensions: {} })
  expect(toLorebook({ spec: 'lorebook_v3', data })).toEqual(book)
  expect(toLorebook({ spec: 'chara_card_v2', data: { name: 'Ilse', character_book: data } })).toEqual(book)
  expect(readLorebook(writeLorebook(book))).toEqual(book)
})

it('a file that is none is refused with a sentence', () => {
  const many = { entries: Array.from({ length: lorebookMaxima.entries + 1 }, () => ({})) }
  for (const value of [null, [], 'x', {}, { entries: null }, { data: {} }, many]) {
    expect(() => toLorebook(value)).toThrow(LorebookError)
  }
  for (const text of ['', '[', '{"name":"x"}', `{"entries":[${'0,'.repeat(lorebookMaxima.values)}0]}`]) {
    expect(() => readLorebook(text)).toThrow(LorebookError)
  }
})

it('whatever a file has, it is read or refused, and what is read comes back from both formats', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const names = fc.constantFrom('key', 'keys', 'content', 'position', 'extensions', 'order', 'priority', 'uid', 'x')
  const entry = fc.dictionary(names, value)
  const file = fc.record({ entries: fc.oneof(fc.array(entry), fc.dictionary(fc.string(), entry)), x: value })
  fc.assert(
    fc.property(file, (written) => {
      const book = toLorebook(JSON.parse(JSON.stringify(written)))
      expect(readLorebook(writeLorebook(book))).toEqual(JSON.parse(JSON.stringify(book)))
      for (const one of book.entries) readRule(one, book)
      const texts = ({ entries }: Lorebook) => entries.map(({ content, keys }) => `${content} ${keys}`).sort()
      expect(texts(readLorebook(writeSillyTavernBook(book)))).toEqual(texts(book))
    }),
    { numRuns: 150 },
  )
})

describe('decorators', () => {
  it.each([
    ['@@depth 4\n@@depth 2\nText', { depth: '4' }, 'Text'],
    ['@@nobody 4\n@@@also_nobody\n@@@scan_depth 9\n@@@depth 3\n\n\nText\n', { scan_depth: '9' }, 'Text\n'],
    ['@@instruct_depth 50\n@@@depth 3\nText', { depth: '3' }, 'Text'],
    ['@@depth four\n@@@depth 2\nText', { depth: '2' }, 'Text'],
    ['@@@depth 2\nText', {}, 'Text'],
    ['\n@@role user\n\n@@position after_desc\nText', { role: 'user', position: 'after_desc' }, 'Text'],
    ['@@position mars\nText', {}, 'Text'],
    ['@@additional_keys red, blue\n@@activate', { additional_keys: 'red, blue', activate: '' }, ''],
    ['@@a\n@@@b\n@@@c\n@@@d\n@@@e\n@@@f\n@@@depth 1\nText', { depth: '1' }, 'Text'],
    ['Text\n@@depth 4', {}, 'Text\n@@depth 4'],
    ['me@@home', {}, 'me@@home'],
  ])('%j', (content, values, text) => {
    expect(readDecorators(content)).toEqual({ values, text })
  })

  it('are those of version 3', () => {
    expect(decorators).toHaveLength(20)
  })
})
