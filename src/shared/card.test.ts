import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardFaults, cardMessages, formatCardNumber, formatCvc, formatExpiry, passesLuhn, testCards } from './card.ts'

const now = Date.UTC(2026, 10, 21)
const good = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' }

describe('the check digit', () => {
  it('is right on every test card, and on numbers of other lengths', () => {
    for (const number of [...Object.values(testCards), '378282246310005', '6011111111111117', '4222222222222']) {
      expect(passesLuhn(number), number).toBe(true)
    }
  })

  it('tells any one wrong digit', () => {
    const digit = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(testCards)), fc.nat({ max: 15 }), digit, (number, place, wrong) => {
        fc.pre(number[place] !== String(wrong))
        expect(passesLuhn(number.slice(0, place) + wrong + number.slice(place + 1))).toBe(false)
      }),
    )
  })

  it('finds nothing in nothing', () => expect(passesLuhn('')).toBe(false))
})

describe('a card as typed', () => {
  it('is well with a test card, spaced or not', () => {
    expect(cardFaults(good, now)).toEqual({})
    expect(cardFaults({ number: testCards.declined, expiry: '1130', cvc: '000' }, now)).toEqual({})
  })

  it('says what is missing, field by field', () => {
    expect(cardFaults({ number: '', expiry: ' ', cvc: '' }, now)).toEqual({
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
  ])('the number %s', (number, message) => expect(cardFaults({ ...good, number }, now)).toEqual({ number: message }))

  it.each([
    ['12', cardMessages.expiryInvalid],
    ['13 / 30', cardMessages.expiryInvalid],
    ['00 / 30', cardMessages.expiryInvalid],
    ['soon', cardMessages.expiryInvalid],
    ['10 / 26', cardMessages.expiryPast],
    ['12 / 25', cardMessages.expiryPast],
  ])('the expiry %s', (expiry, message) => expect(cardFaults({ ...good, expiry }, now)).toEqual({ expiry: message }))

  it('is good to the end of its last month', () => {
    const expiry = '11 / 26'
    expect(cardFaults({ ...good, expiry }, now)).toEqual({})
    expect(cardFaults({ ...good, expiry }, Date.UTC(2026, 10, 30, 23, 59))).toEqual({})
    expect(cardFaults({ ...good, expiry }, Date.UTC(2026, 11, 2))).toEqual({ expiry: cardMessages.expiryPast })
  })

  it.each(['12', '1234', '12a'])('the CVC %s', (cvc) =>
    expect(cardFaults({ ...good, cvc }, now)).toEqual({ cvc: cardMessages.cvcInvalid }),
  )
})

describe('writing it out', () => {
  it.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
  ])('the number %j becomes %j', (typed, written) => expect(formatCardNumber(typed)).toBe(written))

  it.each([
    ['', ''],
    ['1', '1'],
    ['0', '0'],
    ['4', '04'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['430', '04 / 30'],
    ['4/30', '04 / 30'],
    ['04/2030', '04 / 30'],
    ['042030', '04 / 30'],
    ['04 / 203', '04 / 203'],
    ['04 / 305', '04 / 30'],
    ['04 / 30', '04 / 30'],
    ['12 / ', '12'],
  ])('the expiry %j becomes %j', (typed, written) => expect(formatExpiry(typed)).toBe(written))

  it('keeps three digits of a CVC', () => expect(formatCvc('12 34')).toBe('123'))

  it('changes nothing that is already written out', () => {
    for (const format of [formatCardNumber, formatExpiry, formatCvc]) {
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 /-x') }), (text) => {
          expect(format(format(text))).toBe(format(text))
        }),
      )
    }
  })
})
