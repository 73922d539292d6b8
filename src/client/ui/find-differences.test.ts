import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findDifferences } from './text-difference.tsx'

it('finds the words that differ', () => {
  const [first, second] = findDifferences('She opens the old door slowly.', 'She opens the old window slowly.')
  expect(first).toMatchObject({ removed: '', added: '', same: 'She opens the old ' })
  expect(second).toMatchObject({ removed: 'door', added: 'window', same: ' slowly.' })
})

it('shows texts with few words in common as a whole', () => {
  const differences = findDifferences('He laughs at the rain.', 'She turns at a corner.')
  expect(differences.filter(({ removed, added }) => removed || added)).toHaveLength(1)
})

it('loses nothing of either text', () => {
  const text = fc
    .array(fc.constantFrom('the', 'lamp', 'is', 'lit', ',', '.', '\n\n', '“No”'))
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const differences = findDifferences(before, after)
      expect(differences.map(({ removed, same }) => removed + same).join('')).toBe(before)
      expect(differences.map(({ added, same }) => added + same).join('')).toBe(after)
      expect(new Set(differences.map(({ start }) => start)).size).toBe(differences.length)
    }),
  )
})

it('compares long texts without a word in common within the time-out', () => {
  const words = (letter: string) => Array.from({ length: 7_000 }, (_, index) => `${letter}${index}`).join(' ')
  const [all] = findDifferences(words('a'), words('b'))
  expect(all).toMatchObject({ removed: words('a'), added: words('b') })
})
