import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readSampleCharacters } from '#server/characters/sample-characters.ts'
import { readEnv } from '#server/core/env.ts'
import { createLog } from '#server/core/log.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import { start } from '#server/start.ts'
import { launchScript, runScript, waitForExit, waitForOutput } from '#tests/support/child-process.ts'
import { createSharedApp } from '#tests/support/test-app.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const onPostgres = process.env.TEST_DB === 'postgres'
const samples = readSampleCharacters()
const password = 'quiet-harbor'

const database = await createTestDatabase()
const app = await createSharedApp({ database })

const modelEnv = () => ({ PORT: '0', MODEL_BASE_URL: app.upstream.baseUrl })
const serve = (variables: Record<string, string>) =>
  runScript('src/server/main.ts', [], { ...modelEnv(), ...variables })

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
