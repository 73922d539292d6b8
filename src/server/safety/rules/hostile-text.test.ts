import { expect, it } from 'vitest'
import { matchPhrases } from './match-phrases.ts'
import { readPieces } from './read-pieces.ts'
import { readRules } from './rule-file.ts'
import { compileRules } from './rule-set.ts'

const { start } = compileRules(readRules(undefined))('message', true)

/** Letters that stand apart, each of which may begin a word of the rules. The steps grow with the number of phrases. */
it.each(['5 ', '!', '! ', '1i', '1!', 'l!i1|', '@$1!', 'a ', 'a1', 'a.', 's3x ', '1 a '])(
  'a text of “%s” takes a bounded number of steps for each character',
  (unit) => {
    const text = unit.repeat(Math.ceil(2_000 / unit.length))
    expect(matchPhrases(start, text, true).steps / text.length).toBeLessThan(350)
  },
)

it.each(['é', '日本', 'x', '1'])('a run of “%s” is one piece, of which no more is kept than a word has', (unit) => {
  const text = unit.repeat(10_000)
  const pieces = readPieces(`a ${text} b`)
  expect(pieces).toHaveLength(3)
  const [, run] = pieces
  expect(run).toMatchObject({ start: 2, end: 2 + text.length, readings: [] })
  if (unit !== 'x') expect(run?.text.length).toBeLessThan(100)
})
