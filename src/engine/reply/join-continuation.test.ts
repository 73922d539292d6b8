import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ContinuationJoiner, type ContinuationKind } from './join-continuation.ts'

function joinContinuation(existing: string, continuation: string, kind: ContinuationKind): string {
  const joiner = new ContinuationJoiner(existing, kind)
  return joiner.add(continuation) + joiner.end()
}

const join = (existing: string, added: string, kind: ContinuationKind) =>
  existing + joinContinuation(existing, added, kind)

test.each([
  ['two words', 'She walked', 'to the door.', 'She walked to the door.'],
  ['a space that is there', 'She walked ', ' to the door.', 'She walked to the door.'],
  ['a word that is begun again', 'She walked to the do', 'door and out.', 'She walked to the door and out.'],
  ['a word that is said again', 'She walked to the', 'the door.', 'She walked to the door.'],
  ['repeated words', 'She walked to the', 'walked to the door.', 'She walked to the door.'],
  ['in upper case', 'She walked to the', 'To the door.', 'She walked to the door.'],
  ['in an action that is opened again', '*She walked to the', '*to the door.*', '*She walked to the door.*'],
  ['the whole reply', '"Hm." *She walked to the', '"Hm." *She walked to the door.*', '"Hm." *She walked to the door.*'],
  ['with dots', 'She walked to', '...to the door.', 'She walked to the door.'],
  ['dots alone', 'She walked', '…to the door.', 'She walked to the door.'],
  ['a new line in a sentence', 'She walked', '\n\nto the door.', 'She walked to the door.'],
  ['another word with the same beginning', 'That is how it is', 'Isabel went.', 'That is how it is Isabel went.'],
  ['a sentence', 'She nods.', 'He waits.', 'She nods. He waits.'],
  ['a paragraph', 'She nods.', '\n\nHe waits.', 'She nods.\n\nHe waits.'],
  ['a paragraph after a line break', 'She nods.\n', '\n\nHe waits.', 'She nods.\n\nHe waits.'],
  ['a comma', 'She nods', ', then waits.', 'She nods, then waits.'],
  ['a closing quotation mark', '"I never', '" *She stops.*', '"I never" *She stops.*'],
  ['an opening quotation mark', '*She nods.*', '"Come."', '*She nods.* "Come."'],
  ['after an opening quotation mark', 'She says "', 'Come."', 'She says "Come."'],
  ['speech that is opened again', '"I never', '"said that."', '"I never said that."'],
  ['repeated speech', '"Come in."', '"Come in." *She smiles.*', '"Come in." *She smiles.*'],
  ['a contraction', 'Then you', "'re late.", "Then you're late."],
  ['single quotation marks', 'She says', "'Come.'", "She says 'Come.'"],
  ['after single quotation marks', "'Come.'", 'She smiles.', "'Come.' She smiles."],
  ['an Arabic comma', 'لنتمهل', '، شيئا', 'لنتمهل، شيئا'],
  ['a hyphen', 'a well-', 'known map', 'a well-known map'],
  ['a part of a word after an apostrophe', "It's", ' said so.', "It's said so."],
  ['a letter of a word', 'He saw a', 'and left.', 'He saw and left.'],
  ['Japanese', '彼女は笑って', 'ドアを開けた。', '彼女は笑ってドアを開けた。'],
  ['Japanese that is repeated', '彼女は笑ってドア', '彼女は笑ってドアを開けた。', '彼女は笑ってドアを開けた。'],
  ['nothing', 'She nods.', ' ', 'She nods.'],
  ['only a repetition', 'She walked to the old door', 'walked to the old', 'She walked to the old door'],
])('the seam after a direction %s', (_what, existing, added, expected) => {
  expect(join(existing, added, 'directed')).toBe(expected)
})

test.each([
  ['inside a word', 'She walk', 'ed home.', 'She walked home.'],
  ['a contraction', 'Then you', "'re late.", "Then you're late."],
  ['a space', 'She walked', ' home.', 'She walked home.'],
  ['a space that is there', 'She walked ', ' home.', 'She walked home.'],
  ['a sentence without its space', 'She nods.', 'He waits.', 'She nods. He waits.'],
  ['a number', 'It costs 3.', '5 shillings.', 'It costs 3.5 shillings.'],
  ['a word said twice', 'No, never', ' never again.', 'No, never never again.'],
  [
    'a long repetition',
    'She walked to the old door',
    'She walked to the old door and out.',
    'She walked to the old door and out.',
  ],
  ['a paragraph', 'She nods.', '\n\nHe waits.', 'She nods.\n\nHe waits.'],
  ['an action without its space', '"Come in."', '*She smiles.*', '"Come in." *She smiles.*'],
])('the seam after a prefill %s', (_what, existing, added, expected) => {
  expect(join(existing, added, 'prefill')).toBe(expected)
})

test('text that can repeat nothing is passed on at once', () => {
  const joiner = new ContinuationJoiner('She walked to the door.', 'prefill')
  expect([joiner.add(' He'), joiner.add(' waits'), joiner.end()]).toEqual([' He', ' waits', ''])
})

test('the result does not depend on how the continuation is split', () => {
  const piece = fc.constantFrom(
    'She ',
    'walked',
    ' to',
    ' the',
    ' door',
    '. ',
    '*',
    '"',
    '\n',
    ' ',
    '…',
    '.',
    'a',
    '彼',
    '女',
    '😀',
  )
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, text, fc.boolean(), fc.integer({ min: 1, max: 5 }), (start, added, isRepeated, size) => {
      const continuation = isRepeated ? start.slice(start.length >> 1) + added : added
      for (const kind of ['prefill', 'directed'] as const) {
        const joiner = new ContinuationJoiner(start, kind)
        const pieces = continuation.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
        const passed = pieces.map((part) => joiner.add(part)).join('') + joiner.end()
        expect(passed).toBe(joinContinuation(start, continuation, kind))
      }
    }),
    { numRuns: 1_000 },
  )
})

test.each(['a', 'a ', 'ha ', '*', 'ab '])('a reply and a continuation of %j end within the time-out', (unit) => {
  const text = unit.repeat(20_000)
  joinContinuation(text, text, 'directed')
})
