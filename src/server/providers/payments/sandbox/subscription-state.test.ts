import { describe, expect, it } from 'vitest'
import { addMonths, currentPeriodEnd, listPeriods, statusAt } from './subscription-state.ts'

const paidAt = Date.UTC(2027, 0, 31, 9)
const paid = {
  status: 'active',
  created_at: paidAt - 60_000,
  paid_at: paidAt,
  cancels_at: null,
  card_fails_from: null,
} as const

describe('a sandbox subscription', () => {
  it('renews on the same day of each month, or on its last day', () => {
    expect(addMonths(paidAt, 1)).toBe(Date.UTC(2027, 1, 28, 9))
    expect(addMonths(paidAt, 2)).toBe(Date.UTC(2027, 2, 31, 9))
    expect(addMonths(paidAt, 13)).toBe(Date.UTC(2028, 1, 29, 9))
    expect(currentPeriodEnd(paid, paidAt)).toBe(Date.UTC(2027, 1, 28, 9))
    expect(currentPeriodEnd(paid, Date.UTC(2027, 1, 28, 9))).toBe(Date.UTC(2027, 2, 31, 9))
  })

  it('expires after 23 hours without a payment, or when it is cancelled', () => {
    const unpaid = { ...paid, status: 'incomplete', paid_at: null, created_at: paidAt } as const
    expect(statusAt(unpaid, paidAt + 23 * 3_600_000 - 1)).toBe('incomplete')
    expect(statusAt(unpaid, paidAt + 23 * 3_600_000)).toBe('incomplete_expired')
    expect(statusAt({ ...unpaid, cancels_at: paidAt }, paidAt)).toBe('incomplete_expired')
    expect(currentPeriodEnd(unpaid, paidAt)).toBeNull()
    expect(listPeriods(unpaid, paidAt)).toEqual([])
  })

  it('that was paid before the time was recorded counts from its creation', () => {
    expect(currentPeriodEnd({ ...paid, paid_at: null, created_at: paidAt }, paidAt)).toBe(Date.UTC(2027, 1, 28, 9))
  })
})
