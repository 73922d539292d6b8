import { describe, expect, it } from 'vitest'
import {
  cardErrors,
  cardMessages,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  passesLuhn,
  testCards,
} from './payment-card.ts'

const now = Date.UTC(2026, 10, 21)
const validCard = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' }

describe('passesLuhn', () => {
  it('accepts every test card, and numbers of other lengths', () => {
    for (const number of [...Object.values(testCards), '378282246310005', '6011111111111117', '4222222222222']) {
      expect(passesLuhn(number), number).toBe(true)
    }
  })

  it('rejects the empty string', () => expect(passesLuhn('')).toBe(false))
})

describe('cardErrors', () => {
  it('is empty for a test card, with or without spaces', () => {
    expect(cardErrors(validCard, now)).toEqual({})
    expect(cardErrors({ number: testCards.declined, expiry: '1130', cvc: '000' }, now)).toEqual({})
  })

  it('names each missing field', () => {
    expect(cardErrors({ number: '', expiry: ' ', cvc: '' }, now)).toEqual({
      number: cardMessages.numberMissing,
      expiry: cardMessages.expiryMissing,
      cvc: cardMessages.cvcMissing,
    })
  })

  it.each([
    ['4242 4242', cardMessages.numberIncomplete],
    ['4242 4242 4242 4241', cardMessages.numberInvalid],
    ['4242 4242 4242 4242 4242 42', cardMessages.numberInvalid],
    ['5555 5555 5555 4444', cardMessages.numberReal],
  ])('rejects the number %s', (number, message) =>
    expect(cardErrors({ ...validCard, number }, now)).toEqual({ number: message }),
  )

  it.each([
    ['12', cardMessages.expiryInvalid],
    ['13 / 30', cardMessages.expiryInvalid],
    ['00 / 30', cardMessages.expiryInvalid],
    ['soon', cardMessages.expiryInvalid],
    ['10 / 26', cardMessages.expiryPast],
    ['12 / 25', cardMessages.expiryPast],
  ])('rejects the expiry %s', (expiry, message) =>
    expect(cardErrors({ ...validCard, expiry }, now)).toEqual({ expiry: message }),
  )

  it('accepts the expiry until the end of its month', () => {
    const expiry = '11 / 26'
    expect(cardErrors({ ...validCard, expiry }, now)).toEqual({})
    expect(cardErrors({ ...validCard, expiry }, Date.UTC(2026, 10, 30, 23, 59))).toEqual({})
    expect(cardErrors({ ...validCard, expiry }, Date.UTC(2026, 11, 2))).toEqual({ expiry: cardMessages.expiryPast })
  })

  it.each(['12', '1234', '12a'])('rejects the CVC %s', (cvc) =>
    expect(cardErrors({ ...validCard, cvc }, now)).toEqual({ cvc: cardMessages.cvcInvalid }),
  )
})

describe('formatting', () => {
  it.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
  ])('formats the number %j as %j', (typed, formatted) => expect(formatCardNumber(typed)).toBe(formatted))

  it.each([
    ['', ''],
    ['4', '04'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['430', '04 / 30'],
    ['04/2030', '04 / 30'],
    ['04 / 305', '04 / 30'],
    ['12 / ', '12'],
  ])('formats the expiry %j as %j', (typed, formatted) => expect(formatExpiry(typed)).toBe(formatted))

  it('cuts a CVC to three digits', () => expect(formatCvc('12 34')).toBe('123'))
})
