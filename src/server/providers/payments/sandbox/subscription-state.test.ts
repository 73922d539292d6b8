import { describe, expect, it } from 'vitest'
import { addMonths, currentPeriodEnd, listPeriods, statusAt } from './subscription-state.ts'

const day = 86_400_000
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

  it('that is cancelled ends with its period', () => {
    const end = Date.UTC(2027, 1, 28, 9)
    const cancelled = { ...paid, cancels_at: end }
    expect([end - 1, end].map((now) => statusAt(cancelled, now))).toEqual(['active', 'canceled'])
    expect(listPeriods(cancelled, end + 90 * day)).toHaveLength(1)
  })

  it('whose card is declined is past due at the next renewal, and ends after two weeks', () => {
    const failing = { ...paid, card_fails_from: paidAt + day }
    const renewal = Date.UTC(2027, 1, 28, 9)
    const times = [renewal - 1, renewal, renewal + 14 * day - 1, renewal + 14 * day]
    expect(times.map((now) => statusAt(failing, now))).toEqual(['active', 'past_due', 'past_due', 'canceled'])
    expect(listPeriods(failing, renewal + 300 * day).map(({ isPaid }) => isPaid)).toEqual([true, false])
  })

  it('that was paid before the time was recorded counts from its creation', () => {
    expect(currentPeriodEnd({ ...paid, paid_at: null, created_at: paidAt }, paidAt)).toBe(Date.UTC(2027, 1, 28, 9))
  })
})
