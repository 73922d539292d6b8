import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRestart, spreadAuthors } from './spread-authors.ts'

const rowsOf = (authors: readonly string[]) => authors.map((author) => ({ author }))
const spreadText = (authors: string) => spreadAuthors(rowsOf([...authors]), false).order.map((index) => authors[index])

/** The most rows of one author among 20 in a row. */
function mostAmong20(authors: string[]): number {
  const counts = authors.map((author, place) => authors.slice(place, place + 20).filter((other) => other === author))
  return Math.max(0, ...counts.map(({ length }) => length))
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const many = fc.array(fc.constantFrom(...'aaaaaaaaaabbb', ...letters), { maxLength: 200 })

describe('spreadAuthors', () => {
  it.each([
    ['', ''],
    ['aaab', 'aaab'],
    ['aaaab', 'aaaba'],
    ['aaaaaaa', 'aaaaaaa'],
    ['aaaaaabbbbbb', 'aaabbbababab'],
    [`aaaaaa${letters.slice(1, 21)}`, `aaa${letters.slice(1, 18)}aaa${letters.slice(18, 21)}`],
  ])('turns %s into %s', (given, expected) => {
    expect(spreadText(given).join('')).toBe(expected)
  })

  it('keeps every row once, each author’s order, and three among 20 as far as there are others', () => {
    fc.assert(
      fc.property(many, (authors) => {
        const { order, spreadLength } = spreadAuthors(rowsOf(authors), false)
        expect(order.toSorted((a, b) => a - b)).toEqual([...authors.keys()])
        for (const author of new Set(authors)) {
          const own = order.filter((index) => authors[index] === author)
          expect(own).toEqual(own.toSorted((a, b) => a - b))
        }
        const shown = order.map((index) => authors[index] as string)
        expect(mostAmong20(shown.slice(0, spreadLength))).toBeLessThanOrEqual(3)
        const shownBefore = shown.slice(Math.max(0, spreadLength - 19), spreadLength)
        for (const author of new Set(shown.slice(spreadLength)))
          expect(shownBefore.filter((other) => other === author)).toHaveLength(3)
      }),
    )
  })

  it('gives the first places alike when it is given more rows, or begins at a restart', () => {
    fc.assert(
      fc.property(many, fc.nat(200), (authors, length) => {
        const rows = rowsOf(authors)
        const whole = spreadAuthors(rows, false)
        const { order } = spreadAuthors(rows.slice(0, length), true)
        expect(order).toEqual(whole.order.slice(0, order.length))
        const restart = findRestart(whole, length)
        const again = spreadAuthors(rows.slice(restart), false).order.map((index) => index + restart)
        expect(again).toEqual(whole.order.slice(restart))
      }),
      { numRuns: 250 },
    )
  })

  it('moves on in a list without long runs', () => {
    const rows = rowsOf([...letters, ...letters])
    expect(findRestart(spreadAuthors(rows, false), 40)).toBe(21)
    expect(findRestart(spreadAuthors(rows, false), 18)).toBe(0)
  })
})
