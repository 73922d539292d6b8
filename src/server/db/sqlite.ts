import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { logStatements, type OnStatement, type PoolUse } from './database-use.ts'
import { LogSync } from './log-sync.ts'
import type { Database } from './schema.ts'
import { searchTokens } from './search-tokens.ts'
import { SqliteConnection, sqliteDialect } from './sqlite-driver.ts'

export interface SqliteOptions {
  /** Called after each commit. With it, checkpoints are left to its owner (checkpoints.ts). */
  onCommit?: () => void
  onStatement?: OnStatement
}

export interface OpenSqlite {
  /** A transaction or a write resolves once it is on disk. */
  db: Kysely<Database>
  /** The same file and connection; a transaction or a write resolves once it is committed, before its sync. */
  unsyncedDb: Kysely<Database>
  /** Resolves when everything committed before the call is on disk; rejects when it cannot be synced. */
  synced(): Promise<void>
  readPoolUse(): PoolUse
  close(): Promise<void>
}

/**
 * Pages of the log (about 100 MB) after which SQLite runs a checkpoint itself, within a commit. Reached only when the
 * thread of checkpoints.ts cannot keep up.
 */
const lastResortPages = 25_000

export function openSqlite(file: string, { onCommit, onStatement }: SqliteOptions = {}): OpenSqlite {
  // SQLite would create it readable for everybody, where the data folder is; its log gets the mode of the file.
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600))
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;
    pragma busy_timeout = 5000; pragma cache_size = -32000; pragma temp_store = memory; pragma secure_delete = on`)
  database.function('search_tokens', { deterministic: true }, (scope, text) =>
    searchTokens(String(scope), String(text)),
  )
  if (onCommit) database.exec(`pragma wal_autocheckpoint = ${lastResortPages}`)
  const log = new LogSync(file)
  const connection = new SqliteConnection(database, log, onCommit ?? (() => {}))
  return {
    // It logs the statements of both, which share the connection.
    db: new Kysely<Database>({ dialect: sqliteDialect(connection, log), log: logStatements(onStatement) }),
    unsyncedDb: new Kysely<Database>({ dialect: sqliteDialect(connection, null) }),
    synced: () => log.synced(),
    readPoolUse: () => connection.use,
    async close() {
      await log.close()
      database.close()
    },
  }
}
