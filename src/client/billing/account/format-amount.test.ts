import { expect, test } from 'vitest'
import { formatAmount } from './invoice-list.tsx'

test.each([
  [999, 'usd', '$9.99'],
  [1500, 'jpy', '¥1,500'],
  [9990, 'kwd', 'KWD 9.990'],
  [0, 'eur', '€0.00'],
])('%i of the smallest unit of %s are %s', (amount, currency, price) => {
  expect(formatAmount(amount, currency, 'en-US').replace('\u00a0', ' ')).toBe(price)
})
