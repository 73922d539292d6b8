import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { TestApp } from '#tests/support/test-app.ts'

type Argon2 = typeof import('@node-rs/argon2')

/** The parameters of every hash that the server verifies, in order. */
const verified: string[] = []
let app: TestApp

beforeAll(async () => {
  vi.doMock('@node-rs/argon2', async (importOriginal) => {
    const argon2 = await importOriginal<Argon2>()
    const verify: Argon2['verify'] = (hash, ...rest) => {
      verified.push(String(hash).split('$').slice(1, 4).join('$'))
      return argon2.verify(hash, ...rest)
    }
    return { ...argon2, verify }
  })
  // Other test files of this process may have loaded the server with the real module.
  vi.resetModules()
  const { createTestApp } = await import('#tests/support/test-app.ts')
  app = await createTestApp()
})
afterAll(async () => {
  await app.close()
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

/** Equal work, so that the response time does not reveal which usernames exist. */
it('verifies one hash with equal parameters for an unknown user, a wrong password and the system account', async () => {
  await app.signUp('known')
  for (const username of ['known', 'unknown', 'troupe']) {
    verified.length = 0
    const body = { username, password: 'wrong-door' }
    expect((await app.visitor().request('POST', '/api/auth/login', body)).status).toBe(401)
    expect(verified, username).toEqual(['argon2id$v=19$m=19456,t=2,p=1'])
  }
})
