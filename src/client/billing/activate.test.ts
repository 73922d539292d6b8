import { describe, expect, it } from 'vitest'
import type { AccountType, User } from '#shared/accounts.ts'
import { activate, patience } from './activate.ts'

/** An account that is told, look by look. */
async function watch(...told: (AccountType | 'out of reach')[]) {
  const waited: number[] = []
  const look = async () => {
    const next = told.shift() ?? 'free'
    if (next === 'out of reach') throw new Error('503')
    return { accountType: next } as User
  }
  const isActive = await activate(patience, { look, wait: async (time) => void waited.push(time) })
  return { isActive, waited }
}

describe('coming back from a payment', () => {
  it('looks once where the account is Premium already', async () => {
    expect(await watch('premium')).toEqual({ isActive: true, waited: [0] })
  })

  it('looks again until it is, whatever fails in between', async () => {
    expect(await watch('free', 'out of reach', 'premium')).toEqual({ isActive: true, waited: [0, 1_000, 2_000] })
  })

  it('gives up, but not before the server may ask the payment service again', async () => {
    const { isActive, waited } = await watch()
    expect(isActive).toBe(false)
    expect(waited.reduce((sum, time) => sum + time)).toBeGreaterThan(5_000)
  })
})
