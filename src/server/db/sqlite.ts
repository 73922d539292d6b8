import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { LogSync } from './log-sync.ts'
import { createMessageTriggers, type MessageListener } from './message-changes.ts'
import type { Database } from './schema.ts'
import { searchTokens } from './search-tokens.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-driver.ts'

export interface SqliteOptions {
  /** Called after each commit. With it, checkpoints are left to its owner (checkpoints.ts). */
  onCommit?: () => void
}

export interface OpenSqlite {
  /** A transaction or a write resolves once it is on disk. */
  db: Kysely<Database>
  /** The same file and connection; a transaction or a write resolves once it is written, before its commit. */
  unsyncedDb: Kysely<Database>
  accountsVersion(): number
  charactersVersion(): number
  /** To be called when the schema is complete. */
  watchMessages(listener: MessageListener): void
  /** Resolves when everything written before the call is on disk; rejects when it is lost. */
  synced(): Promise<void>
  close(): Promise<void>
}

/**
 * Pages of the log (about 100 MB) after which SQLite runs a checkpoint itself, within a commit. Reached only when the
 * thread of checkpoints.ts cannot keep up.
 */
const lastResortPages = 25_000

export function openSqlite(file: string, { onCommit }: SqliteOptions = {}): OpenSqlite {
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
  const listeners: MessageListener[] = []
  const onRollback = () => {
    for (const { rolledBack } of listeners) rolledBack()
  }
  const connection = new SqliteConnection(database, log, { onCommit: onCommit ?? (() => {}), onRollback })
  return {
    db: new Kysely<Database>({ dialect: sqliteDialect(connection, { waitForSync: true }) }),
    unsyncedDb: new Kysely<Database>({ dialect: sqliteDialect(connection, { waitForSync: false }) }),
    accountsVersion: () => connection.accountsVersion,
    charactersVersion: () => connection.charactersVersion,
    watchMessages(listener) {
      if (listeners.length === 0) {
        createMessageTriggers(database, (conversationId, id) => {
          for (const { changed } of listeners) changed(conversationId, id)
        })
      }
      listeners.push(listener)
    },
    synced: () => connection.synced(),
    async close() {
      await connection.synced()
      await log.close()
      database.close()
    },
  }
}
