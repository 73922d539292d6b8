import { expect, it } from 'vitest'
import { matchPhrases } from './match-phrases.ts'
import { readRules } from './rule-file.ts'
import { compileRules } from './rule-set.ts'

const { start } = compileRules(readRules(undefined))('message', true)

/** Letters that stand apart, each of which may begin a word of the rules. It was 375 steps a character before runs of one letter were bounded. */
it.each(['5 ', '!', '! ', '1i', '1!', 'l!i1|', '@$1!', 'a ', 'a1', 'a.', 's3x ', '1 a '])(
  'a text of “%s” takes a bounded number of steps for each character',
  (unit) => {
    const text = unit.repeat(Math.ceil(2_000 / unit.length))
    expect(matchPhrases(start, text, true).steps / text.length).toBeLessThan(300)
  },
)
