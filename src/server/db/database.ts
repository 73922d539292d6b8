import path from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { createCheckpointer } from './checkpoints.ts'
import { lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { toUnusableError } from './database-unusable.ts'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { openSqlite } from './sqlite.ts'

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

/**
 * Opens the configured database, locks the data folder, and migrates the schema. Throws a `DatabaseUnusableError` where
 * the operator can remove the cause.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  let opened: OpenDatabase | undefined
  try {
    // With PostgreSQL it holds the pictures.
    prepareDataFolder(options.dataDir)
    opened = options.databaseUrl ? await onPostgres(options.databaseUrl, options) : onSqlite(options)
    await migrate(opened.db, opened.dialect, options.now)
    return opened
  } catch (error) {
    await opened?.close().catch(() => {})
    throw toUnusableError(error, options)
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
  try {
    return openLocked(options, release)
  } catch (error) {
    release()
    throw error
  }
}

function openLocked({ dataDir, exclusive }: DatabaseOptions, release: () => void): OpenDatabase {
  const file = path.join(dataDir, 'troupe.db')
  const checkpoints = exclusive ? createCheckpointer(file) : null
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

export async function databaseAnswers(db: Db): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}
