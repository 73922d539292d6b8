import { expect, it } from 'vitest'
import { findLetters } from './spoken-mark.tsx'

const find = (texts: string[], before: string, wanted: string) => {
  const found = findLetters(texts, { before, wanted })
  return found && [found.start.index, found.start.offset, found.end.index, found.end.offset]
}

it('finds a sentence where marks, spaces and elements are shown otherwise', () => {
  expect(find(['She waits.', ' ', '“Come ', 'in.”'], '*She waits.* ', '"Come in."')).toEqual([2, 1, 3, 4])
})

it('finds the right one of two equal sentences', () => {
  expect(find(['No. No.'], 'No. ', 'No.')).toEqual([0, 4, 0, 7])
})

it('finds nothing where the message is shown differently', () => {
  expect(find(['Come out.'], '', 'Come in.')).toBeNull()
  expect(find(['Come'], '', 'Come in.')).toBeNull()
})
