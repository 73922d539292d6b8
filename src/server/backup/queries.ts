import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Env } from '#server/core/env.ts'
import { createFolder, lockDataFolder, prepareDataFolder, tryLock } from '#server/db/data-folder.ts'
import { type DatabaseAccess, type OpenDatabase, openDatabase, type Queryable } from '#server/db/database.ts'
import { serverName } from '#server/db/database-use.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { applyMigrations, assertKnown, lockSchema } from '#server/db/migrate.ts'
import { createIndex, dropIndex, type IndexedTable } from '#server/db/migrations/016-search-index.ts'
import { firstMessageSearchId } from '#server/db/schema/search.ts'
import type { InstanceRows } from './instance-part.ts'

export type { DatabaseAccess, Queryable }
export { applyMigrations, assertKnown, createFolder }

export type InstanceEnv = Pick<Env, 'databaseUrl' | 'dataDir' | 'pictureStorage' | 's3' | 'secretKey'>

/** Opens the database of an instance, whose server may be running, with the schema that it has. */
export const openInstance = ({ databaseUrl, dataDir }: InstanceEnv): Promise<OpenDatabase> =>
  openDatabase({ databaseUrl, dataDir, exclusive: false, isUnmigrated: true, now: 0 })

/** Keeps servers out of the data folder, and refuses one that a server uses. */
export function lockInstance(dataDir: string): () => void {
  prepareDataFolder(dataDir)
  return lockDataFolder(dataDir)
}

/** Opens it as a server does, which migrates it. */
export async function migrateInstance({ databaseUrl, dataDir }: InstanceEnv, now: number): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir, exclusive: false, now })
  await database.close()
}

/** Runs work that sees the database as it is now, whatever is written meanwhile. It makes no writer wait. */
export function withSnapshot<T>({ db, dialect }: DatabaseAccess, work: (trx: Queryable) => Promise<T>): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (trx) => {
    if (dialect === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(trx)
      await allowPauses(trx)
    }
    return work(trx)
  })
}

const allowPauses = (trx: Queryable) => sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)

/** Runs work that writes a whole instance: all of it or nothing, and nothing in a trial. No other process migrates it meanwhile. */
export async function writeInstance<T>(
  { db, dialect }: DatabaseAccess,
  isTrial: boolean,
  work: (trx: Queryable) => Promise<T>,
): Promise<T> {
  // Rows are written in any order. The pragma has no effect within a transaction.
  if (dialect === 'sqlite') await sql`pragma foreign_keys = off`.execute(db)
  const trx = await db.startTransaction().execute()
  try {
    await lockSchema(trx, dialect)
    if (dialect === 'postgres') await allowPauses(trx)
    const result = await work(trx)
    await (isTrial ? trx.rollback() : trx.commit()).execute()
    return result
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => {})
    throw error
  }
}

const allTables: Record<Dialect, RawBuilder<{ table: string; column: string | null }>> = {
  sqlite: sql`select tables.name as "table", columns.name as "column" from pragma_table_list as tables
    left join pragma_table_info(tables.name) as columns on columns.pk > 0
    where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite_%' order by 1, columns.pk`,
  postgres: sql`select relname as "table", attname as "column" from pg_class
    left join pg_index on indrelid = pg_class.oid and indisprimary
    left join pg_attribute on attrelid = pg_class.oid and attnum = any(indkey)
    where relkind = 'r' and relnamespace = current_schema()::text::regnamespace
    order by 1, array_position(indkey::int2[], attnum)`,
}

/** All tables, with the columns of their primary keys. */
export async function listTables(db: Queryable, dialect: Dialect): Promise<Map<string, string[]>> {
  const { rows } = await allTables[dialect].execute(db)
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), ...(column ? [column] : [])])
  return tables
}

/** The names of the applied migrations. The database must have been started once. */
export async function listMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** When the database was created. */
export async function findCreation(db: Queryable): Promise<number> {
  const { rows } = await sql<{ at: number }>`select min(applied_at) as at from schema_migrations`.execute(db)
  return Number(rows[0]?.at ?? 0)
}

/** Letters of JSON, about. */
const pageLength = 200_000
const pageRows = 500

/** The rows of a table, page by page. */
export async function* readRows(db: Queryable, table: string, key: string[]): AsyncGenerator<InstanceRows> {
  const order = sql.join(key.map((column) => sql.id(column)))
  let after: unknown[] | null = null
  // One row first, since a row can have megabytes.
  for (let limit = 1; ; ) {
    const where: RawBuilder<unknown> = after ? sql`where (${order}) > (${sql.join(after)})` : sql``
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${where} order by ${order} limit ${limit}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = key.map((column) => last[column])
    // The order of the columns depends on the database.
    const columns = Object.keys(last).sort()
    const page = rows.map((row) => columns.map((column) => encode(row[column])))
    yield { kind: 'rows', table, columns, rows: page }
    if (rows.length < limit) return
    const perRow = JSON.stringify(page).length / rows.length
    limit = Math.max(1, Math.min(8 * limit, Math.floor(pageLength / perRow), pageRows))
  }
}

/** PostgreSQL's text cannot contain NUL. */
function encode(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

function decode(value: unknown): unknown {
  const { base64 } = (value ?? {}) as { base64?: unknown }
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value
}

/** Both databases have a limit of parameters: 32,766 and 65,535. */
const maxParameters = 10_000

export async function insertRows(trx: Queryable, { table, columns, rows }: InstanceRows): Promise<void> {
  const into = sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.id(column)))})`
  const count = Math.max(1, Math.floor(maxParameters / columns.length))
  for (let at = 0; at < rows.length; at += count) {
    const values = rows.slice(at, at + count).map((row) => sql`(${sql.join(row.map(decode))})`)
    await sql`${into} values ${sql.join(values)}`.execute(trx)
  }
}

/** How many accounts there are, the one of the sample characters included. */
export async function countUsers(trx: Queryable): Promise<number> {
  const { count } = await trx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many servers use the database. SQLite's hold the lock of the data folder instead. */
export async function countServers(trx: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${serverName}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Deletes all tables, with their triggers and the functions that those call. */
export async function dropTables(trx: Queryable, dialect: Dialect, tables: string[]): Promise<void> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_list where type = 'virtual'`.execute(trx)
    for (const name of [...rows.map((row) => row.name), ...tables])
      await sql`drop table ${sql.table(name)}`.execute(trx)
    return
  }
  const { rows } = await sql<{ name: string }>`select distinct tgfoid::regprocedure::text as name from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::text::regnamespace`.execute(trx)
  if (tables.length > 0) await sql`drop table ${sql.join(tables.map((name) => sql.table(name)))} cascade`.execute(trx)
  for (const name of [...rows.map((row) => row.name), 'search_grams(text, text)'])
    await sql`drop function if exists ${sql.raw(name)}`.execute(trx)
}

const indexedTables = ['character_search', 'user_search'] as const satisfies IndexedTable[]
/** Conversations have an index in backups of earlier versions. A migration would drop it. */
const searchTables = [...indexedTables, 'conversation_search'] as const

/**
 * Prepares new tables for rows in any order: removes the rows of migrations, the foreign keys and the search indexes. Returns
 * what puts them back, and has the messages indexed for their search when a server runs.
 */
export async function prepareTables(trx: Queryable, dialect: Dialect, tables: string[]): Promise<() => Promise<void>> {
  for (const table of searchTables) await dropIndex(trx, dialect, table)
  const references = dialect === 'postgres' ? await dropReferences(trx) : []
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx)
  return async () => {
    for (const { table, name, definition } of references)
      await sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(trx)
    for (const table of indexedTables) await createIndex(trx, dialect, table)
    if (dialect === 'postgres')
      for (const table of searchTables) {
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(trx)
      }
    // Triggers have queued all messages, the oldest first.
    await sql`delete from message_search_queue`.execute(trx)
    await sql`insert into message_search_backfill (before_message_id, next_id)
      select '~', ${firstMessageSearchId - 1} where exists (select 1 from messages)`.execute(trx)
  }
}

async function dropReferences(trx: Queryable) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::text::regnamespace`.execute(trx)
  for (const { table, name } of rows)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(trx)
  return rows
}

/** The ids of all pictures, page by page. */
export async function* listPictureIds(db: Queryable): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await db.selectFrom('images').select('id').where('id', '>', after).orderBy('id').limit(1_000).execute()
    yield* rows.map(({ id }) => id)
    after = rows.at(-1)?.id ?? ''
    if (after === '') return
  }
}

/** Holds the nightly backup for this process; null while another instance with the same folder makes it. */
export const lockNightly = (folder: string) => tryLock(path.join(folder, 'nightly.lock'))
