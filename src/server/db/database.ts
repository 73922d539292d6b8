import path from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { createCheckpointer } from './checkpoints.ts'
import { DatabaseUnusableError } from './database-unusable.ts'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { lockDataFolder, openSqlite } from './sqlite.ts'

export type Db = Kysely<Database>
/** The database or a transaction: queries accept both. */
export type Queryable = Kysely<Database> | Transaction<Database>

export interface TransactOptions {
  /**
   * When the promise resolves: `synced` (the default) once the commit is on disk; `committed` as soon as it is made, for
   * work that is acknowledged only after `synced()`, or that a power cut may undo.
   */
  resolveWhen?: 'synced' | 'committed'
}

/** Runs work in a transaction: it is committed whole, or leaves no trace and the promise rejects. */
export type Transact = <T>(work: (trx: Transaction<Database>) => Promise<T>, options?: TransactOptions) => Promise<T>

export interface OpenDatabase {
  db: Db
  dialect: Dialect
  transact: Transact
  /** Resolves when every commit made before the call is on disk. */
  synced(): Promise<void>
  /** Printed at the start: "SQLite (./data/troupe.db)". */
  label: string
  close(): Promise<void>
}

export interface DatabaseOptions {
  databaseUrl: string | undefined
  dataDir: string
  /** Locks the data folder. True for the server, false for commands that may run while it does. */
  exclusive: boolean
  now: number
  onError?: (error: Error) => void
}

/** Opens the configured database, locks the data folder, and migrates the schema. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const opened = options.databaseUrl ? await onPostgres(options.databaseUrl, options) : onSqlite(options)
  try {
    await migrate(opened.db, opened.dialect, options.now)
    return opened
  } catch (error) {
    await opened.close()
    throw toConnectionError(error, options.databaseUrl) ?? error
  }
}

/** Loads the driver only where PostgreSQL is used. */
async function onPostgres(url: string, { onError }: DatabaseOptions): Promise<OpenDatabase> {
  const { openPostgres } = await import('./postgres.ts')
  const db = openPostgres(url, onError ? { onError } : {})
  const { host, pathname } = new URL(url)
  return {
    db,
    dialect: 'postgres',
    transact: (work) => db.transaction().execute(work),
    // PostgreSQL confirms a commit once it is on disk.
    synced: async () => {},
    label: `PostgreSQL (${host}${pathname})`,
    close: () => db.destroy(),
  }
}

function onSqlite(options: DatabaseOptions): OpenDatabase {
  const release = options.exclusive ? lockDataFolder(options.dataDir) : () => {}
  const file = path.join(options.dataDir, 'troupe.db')
  const checkpoints = options.exclusive ? createCheckpointer(file) : null
  const { db, unsyncedDb, synced, close } = openSqlite(file, checkpoints ? { onCommit: checkpoints.onCommit } : {})
  return {
    db,
    dialect: 'sqlite',
    transact: (work, { resolveWhen = 'synced' } = {}) =>
      (resolveWhen === 'synced' ? db : unsyncedDb).transaction().execute(work),
    synced,
    label: `SQLite (${path.relative(process.cwd(), file) || file})`,
    close: async () => {
      await checkpoints?.close()
      await close()
      release()
    },
  }
}

/** Error codes of the network and the pool, and of a server without that user or database or still starting. */
const noConnection = /^E[A-Z_]+$|^08|^28|^3D|^57P03$/

function toConnectionError(error: unknown, url: string | undefined): DatabaseUnusableError | null {
  if (!url || !(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (!noConnection.test(code) && !/timeout.*connect/i.test(error.message)) return null
  // A host name with several addresses gives an AggregateError, whose own message is empty.
  const reason = error.message || (error instanceof AggregateError ? String(error.errors[0]?.message) : code)
  const { host } = new URL(url)
  const message = `The database at ${host} cannot be used (${reason}). Start it, or check DATABASE_URL.`
  return new DatabaseUnusableError(message, { cause: error })
}

export async function databaseAnswers(db: Db): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}
