import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasLongRun, spreadAuthors } from './spread-authors.ts'

const rowsOf = (authors: string) => [...authors].map((author, index) => ({ author, index }))
const authorsOf = (rows: { author: string }[]) => rows.map(({ author }) => author).join('')

describe('spreadAuthors', () => {
  it.each([
    ['', ''],
    ['aaab', 'aaab'],
    ['aaaab', 'aaaba'],
    ['aaaaaaabb', 'aaabaaaba'],
    ['aaaaabbbbb', 'aaabaabbbb'],
    ['baaaaac', 'baaacaa'],
    ['aaaaaaa', 'aaaaaaa'],
  ])('turns %s into %s', (given, expected) => {
    expect(authorsOf(spreadAuthors(rowsOf(given)))).toBe(expected)
  })

  it('keeps every row once and each author’s order, and has a long run at the end only', () => {
    const authors = fc.array(fc.constantFrom('a', 'a', 'a', 'b', 'c'), { maxLength: 60 })
    fc.assert(
      fc.property(authors, (given) => {
        const rows = rowsOf(given.join(''))
        const spread = spreadAuthors(rows)
        expect(spread.toSorted((a, b) => a.index - b.index)).toEqual(rows)
        for (const author of 'abc') {
          const own = spread.filter((row) => row.author === author).map(({ index }) => index)
          expect(own).toEqual(own.toSorted((a, b) => a - b))
        }
        const text = authorsOf(spread)
        const run = /(.)\1{3}/.exec(text)
        expect(hasLongRun(spread)).toBe(run !== null)
        if (run) expect(text.slice(run.index)).toBe((run[1] ?? '').repeat(text.length - run.index))
      }),
    )
  })
})
