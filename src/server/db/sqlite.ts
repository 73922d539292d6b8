import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { DatabaseUnusableError } from './database-unusable.ts'
import { LogSync } from './log-sync.ts'
import type { Database } from './schema.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-driver.ts'

/**
 * Holds the data folder for this process. The lock is the operating system's (an exclusive transaction on a file in the
 * folder), so that it ends with the process however that ends, and no stale lock file can remain.
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(path.join(dataDir, 'in-use.lock'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new DatabaseUnusableError(
      `The data folder ${dataDir} is in use by another running server. Stop that one, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  return () => lock.close()
}

export interface SqliteOptions {
  /** Called after each commit. With it, checkpoints are left to its owner (checkpoints.ts). */
  onCommit?: () => void
}

export interface OpenSqlite {
  /** A transaction or a write resolves once it is on disk. */
  db: Kysely<Database>
  /** The same file and connection; a transaction or a write resolves once it is committed. */
  unsyncedDb: Kysely<Database>
  /** Resolves when every commit made before the call is on disk. */
  synced(): Promise<void>
  close(): Promise<void>
}

/**
 * Pages of log (some 100 MB) past which SQLite runs a checkpoint itself, within a commit, although checkpoints.ts should
 * have: reached only when that thread cannot keep up.
 */
const lastResortPages = 25_000

export function openSqlite(file: string, { onCommit }: SqliteOptions = {}): OpenSqlite {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;
    pragma busy_timeout = 5000; pragma cache_size = -16000; pragma temp_store = memory`)
  // SQLite's own `lower` knows the letters of English alone.
  database.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
  if (onCommit) database.exec(`pragma wal_autocheckpoint = ${lastResortPages}`)
  const log = new LogSync(file)
  const connection = new SqliteConnection(database, log, onCommit ?? (() => {}))
  return {
    db: new Kysely<Database>({ dialect: sqliteDialect(connection, { waitForSync: true }) }),
    unsyncedDb: new Kysely<Database>({ dialect: sqliteDialect(connection, { waitForSync: false }) }),
    synced: () => connection.synced(),
    async close() {
      await connection.synced()
      await log.close()
      database.close()
    },
  }
}
