import { expect, it } from 'vitest'
import { cardErrors, testCards } from './payment-card.ts'

const now = Date.UTC(2026, 10, 21)
const validCard = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' }

it.each([
  validCard,
  { number: testCards.declined, expiry: '1130', cvc: '000' },
  ...['11 / 26', '4/30', '430', '04/2030', '042030'].map((expiry) => ({ ...validCard, expiry })),
])('accepts %j', (card) => expect(cardErrors(card, now)).toEqual({}))

it.each([
  [{ number: '5555 5555 5555 4444' }, { number: expect.stringContaining('Do not use a real card') }],
  [{ expiry: '13 / 30' }, { expiry: expect.stringContaining('as month and year') }],
  [{ expiry: 'soon' }, { expiry: expect.stringContaining('as month and year') }],
  [{ expiry: '10 / 26' }, { expiry: 'The card has expired.' }],
  [{ cvc: '12a' }, { cvc: 'The CVC has 3 digits.' }],
])('rejects %j', (entry, errors) => expect(cardErrors({ ...validCard, ...entry }, now)).toEqual(errors))

it('accepts a card until the end of its month', () => {
  expect(cardErrors({ ...validCard, expiry: '11 / 26' }, Date.UTC(2026, 10, 30, 23, 59))).toEqual({})
  expect(cardErrors({ ...validCard, expiry: '11 / 26' }, Date.UTC(2026, 11, 2))).toHaveProperty('expiry')
})
