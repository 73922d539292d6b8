import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PhraseFinder } from './find-phrases.ts'
import { compilePhrases } from './phrases.ts'
import { RuleFileError } from './rule-file.ts'
import { Vocabulary } from './vocabulary.ts'

const lists = { age: ['fifteen', '15'], figure: ['ada quill'] }
function compile(...texts: string[]) {
  const vocabulary = new Vocabulary()
  const phrases = texts.map((text) => ({ cue: 'cue', rules: [], isHeld: true, text }))
  return { vocabulary, start: compilePhrases(phrases, lists, vocabulary) }
}
function find(phrase: string, text: string): string[] {
  const found = new PhraseFinder(compile(phrase)).add(text, true).filter(({ isException }) => !isException)
  found.sort((one, other) => one.start - other.start)
  return [...new Set(found.map(({ start, end }) => text.slice(start, end)))]
}

it.each([
  ['old lamp', 'An OLD, lamp!', ['OLD, lamp']],
  ['old|new lamp', 'a new lamp', ['new lamp']],
  ['old? lamp', 'an old lamp', ['old lamp', 'lamp']],
  ['lamp*', 'the lamplighter', ['lamplighter']],
  ['<age> years', 'fif-teen years', ['fif-teen years']],
  ['<figure> sings', 'Ada Quill sings', ['Ada Quill sings']],
  ['old ~2 lamp', 'an old and broken lamp', ['old and broken lamp']],
  ['old ~2 lamp', 'an old and quite broken lamp', []],
  [
    'lamp',
    'l a m p, l.a.m.p, l4mp, laaaamp, lаmр, l\u200bamp',
    ['l a m p', 'l.a.m.p', 'l4mp', 'laaaamp', 'lаmр', 'l\u200bamp'],
  ],
  ['lamp', 'lamps, clamp, la mp', []],
  ['lamp', 'l[a](https://example.com/x)mp, la![m](x "y")p', ['l[a](https://example.com/x)mp', 'la![m](x "y")p']],
])('“%s” in “%s”', (phrase, text, expected) => {
  expect(find(phrase, text)).toEqual(expected)
})

it.each([
  '',
  'old? lamp?',
  '~3 lamp',
  'lamp ~2',
  'lamp ~9 oil',
  'a ~2 b ~2 c ~2 d',
  'a? b? c? d? e? f',
  'lam*',
  '(a+)+$',
  'a{3}',
  '[a-z]',
  '<colour> lamp',
  'one two three four five six seven eight nine ten eleven',
])('refuses “%s”', (phrase) => {
  expect(() => compile(phrase)).toThrow(RuleFileError)
})

it('takes a bounded number of steps for each character, for any phrases and text', () => {
  const words = ['a', 'aa', 'a a', 'aaaa*', 'a ~6 a ~6 b', 'a|aa ~6 a|aa ~6 b', 'a? a? a? a? b', 'n a k']
  const phrases = compile(...words)
  const parts = fc.constantFrom('a', 'aa', ' ', '.', '-', '1', '@', '!', 'b', 'naaaa', '\u200b', '4', 'n a k ')
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 5 }), (pattern) => {
      const text = pattern.join('').repeat(20)
      const finder = new PhraseFinder(phrases)
      finder.add(text, true)
      expect(finder.steps).toBeLessThanOrEqual(20_000 * text.length)
    }),
    { numRuns: 25 },
  )
})
