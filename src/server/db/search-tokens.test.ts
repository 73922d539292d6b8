import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTokens, toToken } from './search-tokens.ts'

/** Every sequence of one to three letters of each word. */
function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (const word of text.split(' ').map((part) => [...part])) {
    for (let start = 0; start < word.length; start += 1) {
      for (const length of [1, 2, 3])
        if (start + length <= word.length) grams.add(word.slice(start, start + length).join(''))
    }
  }
  return grams
}

test('the tokens of a text are those of the sequences of one to three letters of its words, each once', () => {
  const letter = fc.constantFrom('a', 'b', 'ñ', 'ж', '道', '😀', '\ud83d', '9', ' ')
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 30 }), (text) => {
      const tokens = searchTokens('', text)
      const expected = [...gramsOf(text)].map(toToken)
      expect(tokens === '' ? [] : tokens.split(' ').toSorted()).toEqual(expected.toSorted())
    }),
  )
})

test('a scope is one more token', () => {
  expect(searchTokens('0-1', 'a')).toBe('scope01 002p')
})
