import { expect, test } from 'vitest'
import { expressions } from './expression.ts'
import { expressionOf } from './expression-of.ts'
import sentences from './sentences.txt?raw'

const rows = sentences
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [label = '', text = ''] = line.split(' | ')
    return { label, text }
  })

/** The share of sentences whose expression is found. */
function shareOf(kept: (index: number) => boolean): number {
  const chosen = rows.filter((_, index) => kept(index))
  return chosen.filter(({ label, text }) => expressionOf(text) === label).length / chosen.length
}

test('the expression of 300 sentences is found by their words, also of those by which no word was chosen', () => {
  expect(rows).toHaveLength(300)
  expect(new Set(rows.map(({ label }) => label))).toEqual(new Set(expressions))
  const known = shareOf((index) => index % 3 !== 2)
  const unseen = shareOf((index) => index % 3 === 2)
  console.log(
    `expressions found: ${(known * 100).toFixed(1)} % of 200 sentences, ${(unseen * 100).toFixed(1)} % of 100 that were kept apart`,
  )
  expect(known).toBeGreaterThanOrEqual(0.7)
  expect(unseen).toBeGreaterThanOrEqual(0.7)
})

test('a long reply has the expression of its end', () => {
  const reply = '*She laughs.* "A joke!" '.repeat(4_000) + '*A tear runs down her cheek.* "He is gone." '.repeat(100)
  expect(expressionOf(reply)).toBe('sadness')
})
