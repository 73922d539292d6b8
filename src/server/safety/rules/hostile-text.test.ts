import { expect, it } from 'vitest'
import { PhraseFinder } from './find-phrases.ts'
import { compileRules } from './phrases.ts'
import { readPieces } from './read-pieces.ts'
import { readRules } from './rule-file.ts'
import { TextGuard } from './text-guard.ts'

const ruleSets = compileRules(readRules(undefined))
const phrases = ruleSets('message', true)
function scan(text: string) {
  const finder = new PhraseFinder(phrases)
  const found = finder.add(text, true)
  return { found, steps: finder.steps }
}

/** Single letters, each of which may begin a word of the rules. The steps grow with the number of phrases. */
it.each(['5 ', '!', '! ', '1i', '1!', 'l!i1|', '@$1!', 'a ', 'a1', 'a.', 's3x ', '1 a '])(
  'a text of “%s” takes a bounded number of steps for each character',
  (unit) => {
    const text = unit.repeat(Math.ceil(2_000 / unit.length))
    expect(scan(text).steps / text.length).toBeLessThan(200)
  },
)

it.each(['é', '日本', 'x', '1'])('a run of “%s” is one piece, and only its beginning is kept', (unit) => {
  const text = unit.repeat(10_000)
  const pieces = readPieces(`a ${text} b`)
  expect(pieces).toHaveLength(3)
  const [, run] = pieces
  expect(run).toMatchObject({ start: 2, end: 2 + text.length })
  expect(run?.text.length).toBeLessThan(100)
})

/** The steps of checking a streamed reply, and the number of characters shown before its end. */
function streamReply(text: string) {
  const finder = new PhraseFinder(ruleSets('reply', false))
  const guard = new TextGuard(ruleSets('reply', false))
  let shown = ''
  for (let from = 0; from < text.length; from += 8) {
    finder.add(text.slice(from, from + 8), false)
    shown += guard.add(text.slice(from, from + 8))
  }
  return { steps: finder.steps, shown: shown.length }
}

/** Phrases that overlap each other, and words that may continue a phrase after a long gap. */
it.each([
  'print gun ',
  'teach how ',
  'where buy ',
  'in the game bomb ',
  'virus kill ',
  'face on ',
  'how ',
  `print${' '.repeat(900)}`,
  `print ${'x'.repeat(900)}`,
  'a.b-c.',
])('a reply that repeats “%s” is read in linear time, and shown while it streams', (unit) => {
  const [short, long] = [2_000, 4_000].map((length) => streamReply(unit.repeat(Math.ceil(length / unit.length))))
  expect((long?.steps ?? 0) / (short?.steps ?? 1)).toBeLessThan(2.5)
  expect(long?.shown).toBeGreaterThan(2_500)
})

it('words that are too far apart are not a phrase', () => {
  const found = (blanks: number) => scan(`print${' '.repeat(blanks)}gun`).found.some(({ cue }) => cue === 'weapon')
  expect([found(900), found(1_100)]).toEqual([true, false])
})
