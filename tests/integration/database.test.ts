import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readSampleCharacters } from '#server/characters/sample-characters.ts'
import { addMissingSampleCharacters } from '#server/characters/seed-sample-characters.ts'
import { EnvironmentError, readEnv } from '#server/core/env.ts'
import { createLog } from '#server/core/log.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import { start } from '#server/start.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { launchScript, runScript, waitForExit, waitForOutput } from '#tests/support/child-process.ts'
import { createSharedApp, type TestApp } from '#tests/support/test-app.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const onPostgres = process.env.TEST_DB === 'postgres'
const samples = readSampleCharacters()
const password = 'quiet-harbor'
/** Environment changes take effect at the next restart. */
const env: Record<string, string> = {}

const database = await createTestDatabase()
const app = await createSharedApp({ database, env })

const modelEnv = () => ({ PORT: '0', MODEL_BASE_URL: app.upstream.baseUrl })
const serve = (variables: Record<string, string>) =>
  runScript('src/server/main.ts', [], { ...modelEnv(), ...variables })
const admin = (...args: string[]) => runScript('scripts/admin.ts', args, { ...modelEnv(), ...database.env })

const findSampleSlugsOf = async (testApp: Pick<TestApp, 'context'>) => {
  const characters = testApp.context.db.selectFrom('characters').select('sample_slug')
  return (await characters.where('sample_slug', 'is not', null).execute()).map((row) => row.sample_slug)
}

describe('durability', () => {
  const setting = async (name: string) => {
    const { rows } = await sql<
      Record<string, unknown>
    >`${sql.raw(onPostgres ? `show ${name}` : `pragma ${name}`)}`.execute(app.context.db)
    return Object.values(rows[0] ?? {})[0]
  }

  test('is set on the connection of the running server', async () => {
    const wanted = onPostgres ? { synchronous_commit: 'on' } : { journal_mode: 'wal', synchronous: 1, foreign_keys: 1 }
    for (const [name, value] of Object.entries(wanted)) expect([name, await setting(name)]).toEqual([name, value])
  })
})

describe('a server that cannot start prints the reason', () => {
  test(onPostgres ? 'for an unreachable database' : 'for a data folder in use', async () => {
    const unreachable = 'postgres://troupe@127.0.0.1:1/troupe'
    const { code, output } = await serve(
      onPostgres ? { ...database.env, DATABASE_URL: unreachable } : { ...database.env },
    )
    const { DATA_DIR } = database.env
    expect([code, output]).toEqual([
      1,
      onPostgres
        ? 'The database at 127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1). Start it, or check DATABASE_URL.'
        : `The data folder ${DATA_DIR} is in use by another running server. Stop that one, or set DATA_DIR to another folder.`,
    ])
    expect((await app.visitor().request('GET', '/readyz')).status, 'the running server is not affected').toBe(200)
  })

  test('for a database of a newer version', async () => {
    const newer = await createTestDatabase()
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = newer.env
    const opened = await openDatabase({ dataDir, databaseUrl, exclusive: true, now: 0 })
    await sql`insert into schema_migrations (name, applied_at) values ('999-from-the-future', 0)`.execute(
      opened.access.db,
    )
    await opened.close()
    const { code, output } = await serve({ ...newer.env })
    expect([code, output]).toEqual([
      1,
      'This database was written by a newer version (it has 999-from-the-future). Please update first.',
    ])
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

describe('three concurrent starts on an empty database', () => {
  test('bring the schema up to date once and seed the sample characters once', async () => {
    const fresh = await createEmptyDatabase()
    const outcomes = onPostgres ? await startThree(fresh) : await serveThree(fresh)
    expect(outcomes.toSorted()).toEqual(onPostgres ? ['up', 'up', 'up'] : ['rejected', 'rejected', 'up'])
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = fresh.env
    const { access, close } = await openDatabase({ dataDir, databaseUrl, exclusive: true, now: 0 })
    const { db } = access
    expect(await migrationsOf(db)).toEqual(await migrationsOf(app.context.db))
    const slugs = (await db.selectFrom('characters').select('sample_slug').execute()).map((row) => row.sample_slug)
    expect(slugs.toSorted()).toEqual(samples.map(({ slug }) => slug).toSorted())
    const users = await db.selectFrom('users').select(['username', 'account_type']).orderBy('username').execute()
    expect(users).toEqual([
      { username: 'operator', account_type: 'admin' },
      { username: 'troupe', account_type: 'free' },
    ])
    await close()
    await fresh.drop()
  })

  async function migrationsOf(db: Db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
    return rows.map((row) => row.name)
  }

  const operator = { ADMIN_USERNAME: 'operator', ADMIN_PASSWORD: password }

  async function startThree({ env: databaseEnv }: TestDatabase): Promise<string[]> {
    const variables = readEnv({ ...databaseEnv, ...operator, MODEL_BASE_URL: app.upstream.baseUrl })
    const starts = Array.from({ length: 3 }, () => start(variables, createLog('silent')))
    const settled = await Promise.allSettled(starts)
    for (const start of settled) if (start.status === 'fulfilled') await start.value.stop(0)
    return settled.map((start) => (start.status === 'fulfilled' ? 'up' : String(start.reason)))
  }

  async function serveThree({ env: databaseEnv }: TestDatabase): Promise<string[]> {
    const children = Array.from({ length: 3 }, () =>
      launchScript('src/server/main.ts', [], { ...modelEnv(), ...databaseEnv, ...operator }),
    )
    const matches = await Promise.all(children.map((child) => waitForOutput(child, /is up at|is in use by another/)))
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map(waitForExit))
    return matches.map(([match]) => (match === 'is up at' ? 'up' : 'rejected'))
  }
})

describe('the sample characters', () => {
  test('are seeded once, and not again after one was deleted', async () => {
    expect(app.newCharacters).toBe(samples.length)
    await app.restart()
    expect(app.newCharacters).toBe(0)
    expect(await addMissingSampleCharacters(app.context)).toBe(0)
    const [deleted] = await findSampleSlugsOf(app)
    await app.context.db
      .updateTable('characters')
      .set({ deleted_at: 1 })
      .where('sample_slug', '=', deleted ?? '')
      .execute()
    await app.restart()
    expect([app.newCharacters, await addMissingSampleCharacters(app.context)]).toEqual([0, 0])
    expect(new Set(await findSampleSlugsOf(app)).size).toBe(samples.length)
  })

  test('are seeded by the next start when the first one was interrupted', async () => {
    await app.context.db.deleteFrom('characters').where('sample_slug', 'is not', null).execute()
    await app.restart()
    expect(app.newCharacters).toBe(samples.length)
    expect(await findSampleSlugsOf(app)).toHaveLength(samples.length)
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
    const [missing] = await findSampleSlugsOf(app)
    await app.context.db
      .deleteFrom('characters')
      .where('sample_slug', '=', missing ?? '')
      .execute()
    const seed = () => runScript('scripts/seed.ts', [], { ...modelEnv(), ...database.env })
    expect(await seed()).toEqual({ code: 0, output: 'Added 1 sample characters.' })
    expect(await seed()).toEqual({ code: 0, output: 'No sample character is missing.' })
    expect(await findSampleSlugsOf(app)).toContain(missing)
  })
})

// The commands open the database as the server does.
if (!onPostgres)
  describe('npm run admin while the server runs', () => {
    test('grants, lists and revokes admin rights and ends the account’s sessions', async () => {
      const client = await app.signUp('Prompter')
      expect(await admin('grant', ' PROMPTER ')).toEqual({
        code: 0,
        output: 'Prompter is now an admin. The change applies after the next login.',
      })
      expect(await admin('list')).toEqual({ code: 0, output: 'Prompter' })
      expect((await client.request('GET', '/api/auth/me')).status).toBe(401)
      const again = await client.post('/api/auth/login', { username: 'prompter', password })
      expect(again).toMatchObject({ user: { accountType: 'admin', chatFilter: false } })

      expect((await admin('grant', 'prompter')).code).toBe(0)
      expect((await client.request('GET', '/api/auth/me')).status, 'a grant without a change ends no session').toBe(200)
      expect(await admin('revoke', 'prompter')).toEqual({
        code: 1,
        output: 'This is the last admin. Make somebody else an admin first.',
      })
      await app.signUp('Successor')
      expect((await admin('grant', 'successor')).code).toBe(0)
      expect(await admin('revoke', 'prompter')).toMatchObject({
        code: 0,
        output: expect.stringContaining('is no longer an admin'),
      })
      expect((await client.request('GET', '/api/auth/me')).status).toBe(401)
      expect(await client.post('/api/auth/login', { username: 'prompter', password })).toMatchObject({
        user: { accountType: 'free' },
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
