import { describe, expect, it } from 'vitest'
import { hashPassword, needsRehash, passwordMatches } from './password.ts'

describe('password hashing', () => {
  it('matches the right password only, and nothing without a hash', async () => {
    const stored = await hashPassword('lighthouse')
    expect(await passwordMatches(stored, 'lighthouse')).toBe(true)
    expect(await passwordMatches(stored, 'Lighthouse')).toBe(false)
    expect(await passwordMatches(null, 'no account has this password')).toBe(false)
    expect(needsRehash(stored)).toBe(false)
  })

  it('is 503 past 3 running and 128 waiting, and works again afterwards', async () => {
    const accepted = Array.from({ length: 131 }, () => hashPassword('lighthouse'))
    await expect(hashPassword('lighthouse')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
    expect(new Set(await Promise.all(accepted)).size).toBe(131)
    expect(await hashPassword('lighthouse')).toMatch(/^\$argon2id\$/)
  })
})
