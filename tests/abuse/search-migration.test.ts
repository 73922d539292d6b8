import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { normalizeSearchText } from '#server/db/search-tokens.ts'
import { recordFigures } from './figures.ts'
import { Texts } from './search-data.ts'
import { createPostgres, createSqlite } from './search-databases.ts'

const characters = 100_000
const batchSize = 500

/** A database as it was before the index: the text of a search was a column of the characters. */
async function createOldDatabase(db: Kysely<Database>, dialect: Dialect) {
  const old = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '016-search-index'),
  )
  await db.transaction().execute(async (trx) => {
    await sql`create table schema_migrations (name text primary key, applied_at bigint not null)`.execute(trx)
    for (const { name, up } of old) {
      await up(trx, dialect)
      await sql`insert into schema_migrations (name, applied_at) values (${name}, 1)`.execute(trx)
    }
  })
  // The types are those of the newest tables.
  const tables = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const ids = createIds(systemClock)
  const user = {
    id: ids.uuid(),
    username: 'ada',
    username_key: 'ada',
    password_hash: 'x',
    account_type: 'free',
    created_at: 1,
  }
  await tables.insertInto('users').values(user).execute()
  const texts = new Texts()
  const choices = { category: 'Fantasy', creativity: 'balanced', plot_advancement: 'balanced', gender: 'other' }
  for (let from = 0; from < characters; from += batchSize) {
    const rows = Array.from({ length: batchSize }, (_, index) => {
      const [name, description] = [texts.text(20), texts.text(200)]
      const text = {
        name,
        description,
        search_text: normalizeSearchText(name, description),
        definition: 'x'.repeat(1_000),
      }
      const numbers = { is_public: 1, trend: 1 / (from + index + 1), created_at: from + index, updated_at: 1 }
      return { id: ids.uuid(), owner_id: user.id, content_rating: 'general', ...choices, ...text, ...numbers }
    })
    await tables.transaction().execute((trx) => trx.insertInto('characters').values(rows).execute())
  }
}

describe.each([
  { name: 'SQLite', dialect: 'sqlite', create: createSqlite },
  { name: 'PostgreSQL', dialect: 'postgres', create: createPostgres },
] as const)('$name', ({ name, dialect, create }) => {
  test('the search index of 100,000 characters is built at the first start in less than a minute', async () => {
    const database = await create()
    const { db, close } = database.open()
    try {
      await createOldDatabase(db, dialect)
      const startedAt = performance.now()
      await migrate(db, dialect, 1)
      const seconds = (performance.now() - startedAt) / 1_000
      const { rows } = await sql<{ count: number }>`select count(*) as count from character_search`.execute(db)
      recordFigures('The first start after an update', {
        database: name,
        characters,
        migrations: `${seconds.toFixed(1)} s`,
      })
      expect(Number(rows[0]?.count)).toBe(characters)
      expect(seconds).toBeLessThan(60)
    } finally {
      await close()
      await database.drop()
    }
  })
})
