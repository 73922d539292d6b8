import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import type { Context } from '#server/core/context.ts'
import { migrate } from '#server/db/migrate.ts'
import { openSqlite } from '#server/db/sqlite.ts'

type Argon2 = typeof import('@node-rs/argon2')

/** The parameters of every hash that is verified, in order. */
const verified: string[] = []
vi.doMock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<Argon2>()
  const verify: Argon2['verify'] = (hash, ...rest) => {
    verified.push(String(hash).split('$').slice(1, 4).join('$'))
    return argon2.verify(hash, ...rest)
  }
  return { ...argon2, verify }
})
// Other test files of this process may have loaded these modules with the real one.
vi.resetModules()
const { login } = await import('./login.ts')
const { hashPassword } = await import('./password.ts')

const folder = mkdtempSync(path.join(tmpdir(), 'troupe-login-'))
const { db, close } = openSqlite(path.join(folder, 'troupe.db'))
afterAll(async () => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
  await close()
  rmSync(folder, { recursive: true })
})

/** Equal work, so that the response time does not reveal which usernames exist. */
it('verifies one hash with equal parameters for an unknown user, a wrong password and the system account', async () => {
  await migrate(db, 'sqlite', 0)
  const password_hash = await hashPassword('quiet-harbor')
  const user = { account_type: 'free', password_hash, created_at: 0 } as const
  for (const [index, name] of ['known', 'system'].entries())
    await db
      .insertInto('users')
      .values({ ...user, id: name, username: name, username_key: name, is_system: index })
      .execute()
  for (const username of ['known', 'unknown', 'system']) {
    verified.length = 0
    const context = { db, env: { passwordLogin: true }, clock: { now: () => 0 } } as unknown as Context
    await expect(login(context, { username, password: 'wrong-door' })).rejects.toThrow()
    expect(verified, username).toEqual(['argon2id$v=19$m=19456,t=2,p=1'])
  }
})
