import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { createCheckpointer } from './checkpoints.ts'
import { lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { classifyDatabaseError, type DatabaseErrorKind } from './database-error.ts'
import { toUnusableError } from './database-unusable.ts'
import type { Dialect } from './dialect.ts'
import { eraseDeletedTokens } from './erase-deleted-tokens.ts'
import type { MessageListener } from './message-changes.ts'
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
 * As `Transact`, but resolves as soon as the rows are written and can be read. `synced` resolves once they are on disk
 * and rejects when they are lost; nothing may be acknowledged before. It may be ignored.
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
  /** Resolves when everything written before the call is on disk; rejects when it is lost. */
  readonly synced: () => Promise<void>
  /**
   * Returns the same number as long as this process has changed no account and no session, so that a cached one is
   * still valid. Null on PostgreSQL, where other instances write too.
   */
  readonly accountsVersion: () => number | null
  /** The same for characters and their authors. */
  readonly charactersVersion: () => number | null
  /**
   * Removes what was deleted from SQLite's search indexes too, and from its log soon afterwards. PostgreSQL reuses the space
   * of deleted rows by itself.
   */
  readonly eraseDeleted: (stopping?: AbortSignal) => Promise<void>
  /** Calls the listener for changes to messages by this process. Null on PostgreSQL, where other instances write too. */
  readonly watchMessages: ((listener: MessageListener) => void) | null
}

export interface OpenDatabase {
  access: DatabaseAccess
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
    await migrate(opened.access.db, opened.access.dialect, options.now)
    return opened
  } catch (error) {
    await opened?.close().catch(() => {})
    throw toUnusableError(error, options)
  }
}

/** Loads the driver only where PostgreSQL is used. */
async function onPostgres(url: string, { exclusive, onError }: DatabaseOptions): Promise<OpenDatabase> {
  const { openPostgres } = await import('./postgres.ts')
  const db = openPostgres(url, { isWatched: exclusive, ...(onError ? { onError } : {}) })
  const { host, pathname } = new URL(url)
  return {
    // PostgreSQL confirms a commit once it is on disk.
    access: {
      db,
      dialect: 'postgres',
      transact: (work) => db.transaction().execute(work),
      transactUnsynced: async (work) => ({ result: await db.transaction().execute(work), synced: Promise.resolve() }),
      synced: async () => {},
      accountsVersion: () => null,
      charactersVersion: () => null,
      eraseDeleted: async () => {},
      watchMessages: null,
    },
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
  const { db, unsyncedDb, synced, accountsVersion, charactersVersion, watchMessages, close } = openSqlite(
    file,
    checkpoints ? { onCommit: checkpoints.onCommit } : {},
  )
  return {
    access: {
      db,
      dialect: 'sqlite',
      transact: (work) => db.transaction().execute(work),
      transactUnsynced: (work) =>
        unsyncedDb.transaction().execute(async (trx) => {
          const result = await work(trx)
          const whenSynced = synced()
          whenSynced.catch(() => {})
          return { result, synced: whenSynced }
        }),
      synced,
      accountsVersion,
      charactersVersion,
      eraseDeleted: async (stopping) => {
        await eraseDeletedTokens(unsyncedDb, stopping)
        checkpoints?.truncate()
      },
      watchMessages,
    },
    label: `SQLite (${path.relative(process.cwd(), file) || file})`,
    close: async () => {
      await checkpoints?.close()
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
