import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { classifyDatabaseError, type DatabaseErrorKind } from './database-error.ts'
import { toUnusableError } from './database-unusable.ts'
import type { OnStatement, PoolUse } from './database-use.ts'
import type { Dialect } from './dialect.ts'
import { eraseDeletedTokens } from './erase-deleted-tokens.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { openSqlite } from './sqlite.ts'

export type Db = Kysely<Database>
/** The database or a transaction: queries accept both. */
export type Queryable = Kysely<Database> | Transaction<Database>

type Work<T> = (trx: Transaction<Database>) => Promise<T>

/** Runs work in a transaction: it is on disk whole, or rolled back and the promise rejects. */
export type Transact = <T>(work: Work<T>) => Promise<T>

/**
 * As `Transact`, but resolves once the rows are committed. `synced` resolves once they are on disk and rejects when they
 * cannot be synced; nothing may be acknowledged before. It may be ignored.
 */
export type TransactUnsynced = <T>(work: Work<T>) => Promise<{ result: T; synced: Promise<void> }>

/** What operations use of the database. */
export interface DatabaseAccess {
  readonly db: Db
  readonly dialect: Dialect
  /** Runs a transaction: every write of more than one statement uses it. */
  readonly transact: Transact
  /** The same, when the sync is awaited later or not at all. */
  readonly transactUnsynced: TransactUnsynced
  /** Resolves when everything committed before the call is on disk; rejects when it cannot be synced. */
  readonly synced: () => Promise<void>
  /**
   * Removes what was deleted from SQLite's search indexes too, and from its log soon afterwards. PostgreSQL reuses the space
   * of deleted rows by itself.
   */
  readonly eraseDeleted: (stopping?: AbortSignal) => Promise<void>
}

export interface OpenDatabase {
  access: DatabaseAccess
  /** Printed at the start: "SQLite (./data/troupe.db)". */
  label: string
  readPoolUse(): PoolUse
  close(): Promise<void>
}

export interface DatabaseOptions {
  databaseUrl: string | undefined
  dataDir: string
  /** Locks the data folder. True for the server, false for commands that may run while it does. */
  exclusive: boolean
  /** Leaves the schema as it is. */
  isUnmigrated?: boolean
  now: number
  onError?: (error: Error) => void
  onStatement?: OnStatement
}

/**
 * Opens the configured database, locks the data folder, and migrates the schema. Throws a `DatabaseUnusableError` where
 * the operator can remove the cause.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  let opened: OpenDatabase | undefined
  try {
    // With PostgreSQL it holds the images.
    prepareDataFolder(options.dataDir)
    opened = options.databaseUrl ? await onPostgres(options.databaseUrl, options) : onSqlite(options)
    if (options.isUnmigrated) await sql`select 1`.execute(opened.access.db)
    else await migrate(opened.access.db, opened.access.dialect, options.now)
    return opened
  } catch (error) {
    await opened?.close().catch(() => {})
    throw toUnusableError(error, options)
  }
}

/** Loads the driver only where PostgreSQL is used. */
async function onPostgres(url: string, options: DatabaseOptions): Promise<OpenDatabase> {
  const { openPostgres } = await import('./postgres.ts')
  const { exclusive: isWatched, onError, onStatement } = options
  const { db, readPoolUse } = openPostgres(url, { isWatched, onError, onStatement })
  const { host, pathname } = new URL(url)
  return {
    // PostgreSQL confirms a commit once it is on disk.
    access: {
      db,
      dialect: 'postgres',
      transact: (work) => db.transaction().execute(work),
      transactUnsynced: async (work) => ({ result: await db.transaction().execute(work), synced: Promise.resolve() }),
      synced: async () => {},
      eraseDeleted: async () => {},
    },
    label: `PostgreSQL (${host}${pathname})`,
    readPoolUse,
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

function openLocked({ dataDir, exclusive, onStatement }: DatabaseOptions, release: () => void): OpenDatabase {
  const file = path.join(dataDir, 'troupe.db')
  const { db, unsyncedDb, synced, readPoolUse, emptyLog, close } = openSqlite(file, {
    hasCheckpointThread: exclusive,
    onStatement,
  })
  return {
    access: {
      db,
      dialect: 'sqlite',
      transact: (work) => db.transaction().execute(work),
      transactUnsynced: async (work) => {
        const result = await unsyncedDb.transaction().execute(work)
        const whenSynced = synced()
        whenSynced.catch(() => {})
        return { result, synced: whenSynced }
      },
      synced,
      eraseDeleted: async (stopping) => {
        await eraseDeletedTokens(unsyncedDb, stopping)
        emptyLog()
      },
    },
    label: `SQLite (${path.relative(process.cwd(), file) || file})`,
    readPoolUse,
    close: async () => {
      await close()
      release()
    },
  }
}

/** Free bytes below which a disk counts as full: a small write may succeed where a message would not fit. */
const leastSpace = 2 ** 20

/** Whether the database can be written, else why not. */
export async function checkDatabase(
  { db, dialect }: DatabaseAccess,
  dataDir: string,
): Promise<'ok' | DatabaseErrorKind> {
  try {
    if (dialect === 'sqlite') {
      const { bavail, bsize } = await statfs(dataDir)
      if (bavail * bsize < leastSpace) return 'full'
    }
    await sql`update schema_migrations set applied_at = applied_at where name = '001-first'`.execute(db)
    return 'ok'
  } catch (error) {
    return classifyDatabaseError(error) ?? 'unreachable'
  }
}
