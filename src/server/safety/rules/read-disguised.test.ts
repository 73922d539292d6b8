import { expect, it } from 'vitest'
import { readDisguised } from './read-disguised.ts'
import { Vocabulary } from './vocabulary.ts'

const vocabulary = new Vocabulary()
for (const word of 'make some tea with fifteen year old sex a ex as scene the for me form get her rapist'.split(' '))
  vocabulary.add(word)

it.each([
  ['turned in place', 'ɯɐʞǝ ʇǝɐ', 'make tea'],
  ['turned as a whole', 'ɐǝʇ ǝʞɐɯ', 'make tea'],
  ['with fillers', 'make, uh, some ummm... tea', 'make, some tea'],
  ['without spaces', 'Makesometeawithme', 'make some tea with me'],
  ['joined among others', 'a fifteenyearold tree', 'a fifteen year old tree'],
  ['a long run with other words', 'makesomeQQQteawithfifteen', 'make some qqq tea with fifteen'],
])('reads a text %s', (_, text, expected) => {
  expect(readDisguised(text, vocabulary)).toContain(expected)
})

it.each([
  'Make some tea with fifteen biscuits.',
  'The bookkeeper sees the therapist together with a nineteen-year-old.',
  'The aardvark and I said oʊ to 1,155 committees.',
  'Therapist',
])('has no other reading of “%s”', (text) => expect(readDisguised(text, vocabulary)).toEqual([]))
