import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setRoleByName } from '#server/admin/users/set-role.ts'
import { readSampleCharacters } from '#server/characters/sample-characters.ts'
import { addMissingSampleCharacters } from '#server/characters/seed-sample-characters.ts'
import { EnvironmentError, readEnv } from '#server/core/env.ts'
import { createLog } from '#server/core/log.ts'
import { openDatabase } from '#server/db/database.ts'
import { start } from '#server/start.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { runScript } from '#tests/support/child-process.ts'
import { createSharedApp } from '#tests/support/test-app.ts'
import { createEmptyDatabase, createTestDatabase } from '#tests/support/test-database.ts'

const samples = readSampleCharacters()
const password = 'quiet-harbor'
/** Environment changes take effect at the next restart. */
const env: Record<string, string> = {}

const database = await createEmptyDatabase()
const app = await createSharedApp({ database, env })

const admin = (...args: string[]) => runScript('scripts/admin.ts', args, { ...database.env })

const findSampleSlugs = async () => {
  const characters = app.context.db.selectFrom('characters').select('sample_slug')
  return (await characters.where('sample_slug', 'is not', null).execute()).map((row) => row.sample_slug)
}

describe('a server that cannot start says why', () => {
  test('for a database of a newer version', async () => {
    const newer = await createTestDatabase()
    const opened = await openDatabase({ dataDir: newer.env.DATA_DIR, databaseUrl: undefined, exclusive: true, now: 0 })
    await sql`insert into schema_migrations (name, applied_at) values ('999-from-the-future', 0)`.execute(
      opened.access.db,
    )
    await opened.close()
    await expect(start(readEnv(newer.env), createLog('silent'))).rejects.toThrow(
      'This database was written by a newer version (it has 999-from-the-future). Please update first.',
    )
    await newer.drop()
  })

  test.each([
    ['too short', password.slice(0, 5), 'operator', 'ADMIN_PASSWORD: Password must be at least 6 characters long.'],
    ['unprintable', password, 'oper\u202eator', 'ADMIN_USERNAME: Username contains characters that cannot be shown.'],
  ])('for ADMIN_USERNAME and ADMIN_PASSWORD with a value that is %s', async (_, adminPassword, name, message) => {
    const { env: databaseEnv, drop } = await createTestDatabase()
    const variables = {
      ...databaseEnv,
      ADMIN_USERNAME: name,
      ADMIN_PASSWORD: adminPassword,
      MODEL_BASE_URL: app.upstream.baseUrl,
    }
    await expect(start(readEnv(variables), createLog('silent'))).rejects.toThrow(new EnvironmentError(message))
    await drop()
  })
})

describe('the sample characters', () => {
  test('are seeded once, and not again after one was deleted', async () => {
    expect(app.newCharacters).toBe(samples.length)
    await app.restart()
    expect(app.newCharacters).toBe(0)
    expect(await addMissingSampleCharacters(app.context)).toBe(0)
    const [deleted] = await findSampleSlugs()
    await app.change('characters', { sample_slug: deleted ?? '' }, { deleted_at: 1 })
    await app.restart()
    expect([app.newCharacters, await addMissingSampleCharacters(app.context)]).toEqual([0, 0])
    expect(new Set(await findSampleSlugs()).size).toBe(samples.length)
  })

  test('are seeded by the next start when the first one was interrupted', async () => {
    await app.context.db.deleteFrom('characters').where('sample_slug', 'is not', null).execute()
    await app.restart()
    expect(app.newCharacters).toBe(samples.length)
    expect(await findSampleSlugs()).toHaveLength(samples.length)
  })

  test('are public, general, and owned by an account that cannot log in', async () => {
    const player = await app.signUp()
    const characters = await player.get<CharacterSummary[]>('/api/characters/public?limit=100')
    expect(characters.length).toBeGreaterThanOrEqual(24)
    expect(new Set(characters.map((character) => character.contentRating))).toEqual(new Set(['general']))
    expect(new Set(characters.map((character) => character.createdBy))).toEqual(new Set(['Troupe']))
    for (const guess of ['', 'troupe', password]) {
      const { status } = await app.visitor().request('POST', '/api/auth/login', { username: 'troupe', password: guess })
      expect(status).toBe(guess === '' ? 400 : 401)
    }
    expect((await app.visitor().request('POST', '/api/auth/register', { username: 'Troupe', password })).status).toBe(
      409,
    )
  })

  test('are completed by npm run seed', async () => {
    const [missing] = await findSampleSlugs()
    await app.context.db
      .deleteFrom('characters')
      .where('sample_slug', '=', missing ?? '')
      .execute()
    const seeded = await runScript('scripts/seed.ts', [], { ...database.env })
    expect(seeded).toEqual({ code: 0, output: 'Added 1 sample characters.' })
    expect(await findSampleSlugs()).toContain(missing)
  })
})

describe('npm run admin while the server runs', () => {
  test('grants, lists and keeps the last admin, and ends the account’s sessions', async () => {
    const client = await app.signUp('Prompter')
    expect(await admin('grant', ' PROMPTER ')).toEqual({
      code: 0,
      output: 'Prompter is now an admin. The change applies after the next login.',
    })
    expect(await admin('list')).toEqual({ code: 0, output: 'Prompter' })
    expect((await client.request('GET', '/api/auth/me')).status).toBe(401)
    const again = await client.post('/api/auth/login', { username: 'prompter', password })
    expect(again).toMatchObject({ user: { accountType: 'admin', chatFilter: false } })

    await setRoleByName(app.context, 'prompter', 'admin')
    expect((await client.request('GET', '/api/auth/me')).status, 'a grant without a change ends no session').toBe(200)
    expect(await admin('revoke', 'prompter')).toEqual({
      code: 1,
      output: 'This is the last admin. Make somebody else an admin first.',
    })
  })

  test('prints an error for an account that nobody uses or a missing argument', async () => {
    const usage = 'Usage: npm run admin -- grant <username> [moderator] | revoke <username> | reset <username> | list'
    const [system, missing] = await Promise.all([admin('grant', 'troupe'), admin('grant')])
    expect(system).toEqual({ code: 1, output: 'There is no account called troupe. Sign up in the browser first.' })
    expect(missing).toEqual({ code: 1, output: usage })
  })
})

test('the admin named in the environment is created at the start, and an existing account is not changed', async () => {
  const operator = app.visitor()
  await app.signUp('taken')
  Object.assign(env, { ADMIN_USERNAME: 'operator', ADMIN_PASSWORD: password })
  await app.restart()
  expect(await operator.post('/api/auth/login', { username: 'operator', password })).toMatchObject({
    user: { accountType: 'admin' },
  })
  Object.assign(env, { ADMIN_PASSWORD: 'another-door' })
  await app.restart()
  expect((await operator.request('POST', '/api/auth/login', { username: 'operator', password })).status).toBe(200)
  Object.assign(env, { ADMIN_USERNAME: 'TAKEN' })
  await app.restart()
  expect(await operator.post('/api/auth/login', { username: 'taken', password })).toMatchObject({
    user: { accountType: 'free' },
  })
})
