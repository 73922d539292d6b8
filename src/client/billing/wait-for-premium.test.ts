import { expect, it } from 'vitest'
import type { AccountType, User } from '#shared/accounts.ts'
import { pollDelays, waitForPremium } from './wait-for-premium.ts'

/** Polls an account that responds with the given account types or errors, then with `free`. */
async function poll(...responses: (AccountType | 'error')[]) {
  const waited: number[] = []
  const fetchUser = async () => {
    const next = responses.shift() ?? 'free'
    if (next === 'error') throw new Error('503')
    return { accountType: next } as User
  }
  const isActive = await waitForPremium(pollDelays, { fetchUser, wait: async (time) => void waited.push(time) })
  return { isActive, waited }
}

it('polls once if the account is Premium already', async () => {
  expect(await poll('premium')).toEqual({ isActive: true, waited: [0] })
})

it('polls until the account is Premium, also after errors', async () => {
  expect(await poll('free', 'error', 'premium')).toEqual({ isActive: true, waited: [0, 1_000, 2_000] })
})

it('gives up only after the server may ask the payment service again', async () => {
  const { isActive, waited } = await poll()
  expect(isActive).toBe(false)
  expect(waited.reduce((sum, time) => sum + time)).toBeGreaterThan(5_000)
})
