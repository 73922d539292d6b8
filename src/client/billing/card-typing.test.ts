import { describe, expect, it } from 'vitest'
import { formatCardNumber, formatExpiry } from '#shared/payment-card.ts'
import { applyKeystroke } from './card-input.tsx'

/** Applies a keystroke. `|` marks the caret. */
function type(before: string, typed: string, format: (text: string) => string, isBackspace = false): string {
  const next = applyKeystroke(before, { text: typed.replace('|', ''), caret: typed.indexOf('|'), isBackspace }, format)
  return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`
}

describe('typing a card number', () => {
  it.each([
    ['at the end', '4242', '42424|', '4242 4|'],
    ['in the middle', '4242 42', '42942| 42', '4294 2|42'],
    ['no digit', '4242', '4242x|', '4242|'],
    ['a pasted number', '', '4242-4242-4242-4242|', '4242 4242 4242 4242|'],
    ['the same number filled in again', '4242 4242', '42424242|', '4242 4242|'],
  ])('%s', (_, before, typed, after) => expect(type(before, typed, formatCardNumber)).toBe(after))

  it.each([
    ['a digit', '4242 4', '4242 |', '4242|'],
    ['a separator', '4242 4242', '4242|4242', '424|4 242'],
    ['everything', '4242 4242', '|', '|'],
  ])('%s deleted', (_, before, typed, after) => expect(type(before, typed, formatCardNumber, true)).toBe(after))
})

describe('typing an expiry date', () => {
  it.each([
    ['a month that needs its zero', '', '4|', '04|'],
    ['the year', '04', '043|', '04 / 3|'],
    ['a slash', '04', '04/|', '04|'],
    ['all at once', '', '04/30|', '04 / 30|'],
    ['all at once, again', '04 / 30', '0430|', '04 / 30|'],
  ])('%s', (_, before, typed, after) => expect(type(before, typed, formatExpiry)).toBe(after))

  it('deletes the separator and moves into the month', () =>
    expect(type('04 / 3', '04 / |', formatExpiry, true)).toBe('04|'))
})
