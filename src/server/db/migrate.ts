import { type Kysely, sql } from 'kysely'
import { DatabaseUnusableError } from './database-unusable.ts'
import type { Dialect } from './dialect.ts'
import { first } from './migrations/001-first.ts'
import { searchIndex } from './migrations/016-search-index.ts'
import { moderation } from './migrations/017-moderation.ts'
import { searchAuthors } from './migrations/020-search-authors.ts'
import { jobs } from './migrations/053-jobs.ts'
import { errorRules } from './migrations/056-error-rules.ts'
import { cardFields } from './migrations/058-card-fields.ts'
import { characterRevisions } from './migrations/059-character-revisions.ts'
import { columns } from './migrations/columns.ts'
import { search } from './migrations/search.ts'
import { runStep, type Step } from './migrations/step.ts'
import { tables } from './migrations/tables.ts'
import type { Database } from './schema.ts'

interface Migration {
  name: string
  up(db: Kysely<Database>, dialect: Dialect): Promise<void>
}

const steps: Record<string, readonly Step[]> = {
  ...tables,
  ...columns,
  ...search,
  '001-first': first,
  '016-search-index': searchIndex,
  '017-moderation': moderation,
  '020-search-authors': searchAuthors,
  '053-jobs': jobs,
  '056-error-rules': errorRules,
  '058-card-fields': cardFields,
  '059-character-revisions': characterRevisions,
}

/**
 * From here on, the version before runs beside this one while instances are replaced, on the new schema. A migration only
 * expands: tables, and columns that are null or have a default. What nothing uses any more is removed in a release after
 * the one that stopped using it, in a migration whose name ends with `-contract`.
 */
export const firstInTwoSteps = '068'

/** In the order of their numbers. Append-only: what a released migration leads to is never changed. */
export const migrations: readonly Migration[] = Object.entries(steps)
  .map(([name, all]) => ({
    name,
    async up(db: Kysely<Database>, dialect: Dialect) {
      for (const step of all) await runStep(db, dialect, step)
    },
  }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** The key of the advisory lock. It must differ from those of other programs that use the same database. */
const lockKey = 7_250_196

/** How long a migration waits for a table, on PostgreSQL: whatever else wants the table waits behind it. */
const lockTimeout = '5s'

/**
 * Brings the schema up to date. All pending migrations are one transaction under a lock: instances that start together
 * apply each migration once, and a crash leaves none half applied. Kysely's `Migrator` is not used, because its table
 * and its lock differ from those of existing databases.
 */
export async function migrate(
  db: Kysely<Database>,
  dialect: Dialect,
  now: number,
  timeout = lockTimeout,
): Promise<string[]> {
  const migrated = db.transaction().execute(async (trx) => {
    await lockSchema(trx, dialect)
    // Only from here on: waiting for another instance's migrations takes as long as they take.
    if (dialect === 'postgres') await sql`select set_config('lock_timeout', ${timeout}, true)`.execute(trx)
    return applyMigrations(trx, dialect, now)
  })
  return migrated.catch((error: unknown) => {
    throw isLockTimeout(error) ? new DatabaseUnusableError(lockTimeoutText, { cause: error }) : error
  })
}

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'
const lockTimeoutText =
  'The database cannot be updated at the moment: something else uses a table that has to be changed. Nothing was changed, and the running version goes on. Start again when there is less to do.'

/** Waits until no other instance migrates. Statements of the transaction have no time limit from here on. */
export async function lockSchema(trx: Kysely<Database>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return
  // A migration of large tables, and waiting for another instance's, take as long as they take.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
}

/** Applies the pending migrations, or those with these names. */
export async function applyMigrations(
  trx: Kysely<Database>,
  dialect: Dialect,
  now: number,
  names?: ReadonlySet<string>,
): Promise<string[]> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_at bigint not null)`.execute(
    trx,
  )
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(trx)
  const applied = new Set(rows.map((row) => row.name))
  assertKnown([...applied, ...(names ?? [])], 'This database')
  const pending = migrations.filter(({ name }) => !applied.has(name) && (names?.has(name) ?? true))
  for (const { name, up } of pending) {
    await up(trx, dialect)
    await sql`insert into schema_migrations (name, applied_at) values (${name}, ${now})`.execute(trx)
  }
  return pending.map((migration) => migration.name)
}

/** Throws if one of the migrations that `what` has is not known here. */
export function assertKnown(names: readonly string[], what: string): void {
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = names.filter((name) => !known.has(name))
  if (newer.length === 0) return
  throw new DatabaseUnusableError(
    `${what} was written by a newer version (it has ${newer.join(', ')}). Please update first.`,
  )
}
