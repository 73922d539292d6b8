import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { logStatements, type OnStatement, type PoolUse } from './database-use.ts'
import { LogSync } from './log-sync.ts'
import type { Database } from './schema.ts'
import { searchTokens } from './search-tokens.ts'
import { SqliteConnection, sqliteDialect } from './sqlite-driver.ts'

export interface SqliteOptions {
  /** Checkpoints run in a thread of their own (checkpoint-worker.ts) instead of within commits. */
  hasCheckpointThread?: boolean
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
  /** Empties the log soon, if there is a thread of checkpoints: it still has what was deleted. */
  emptyLog(): void
  close(): Promise<void>
}

/**
 * Pages of the log (about 100 MB) after which SQLite runs a checkpoint itself, within a commit. Reached only when the
 * thread of checkpoints cannot keep up.
 */
const lastResortPages = 25_000

export function openSqlite(file: string, { hasCheckpointThread, onStatement }: SqliteOptions = {}): OpenSqlite {
  // SQLite would create it readable for everybody, where the data folder is; its log gets the mode of the file.
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600))
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;
    pragma busy_timeout = 5000; pragma cache_size = -32000; pragma temp_store = memory; pragma secure_delete = on`)
  database.function('search_tokens', { deterministic: true }, (scope, text) =>
    searchTokens(String(scope), String(text)),
  )
  if (hasCheckpointThread) database.exec(`pragma wal_autocheckpoint = ${lastResortPages}`)
  const checkpoints = hasCheckpointThread ? startCheckpoints(file) : null
  const log = new LogSync(file)
  const connection = new SqliteConnection(database, log)
  return {
    // It logs the statements of both, which share the connection.
    db: new Kysely<Database>({ dialect: sqliteDialect(connection, log), log: logStatements(onStatement) }),
    unsyncedDb: new Kysely<Database>({ dialect: sqliteDialect(connection, null) }),
    synced: () => log.synced(),
    readPoolUse: () => connection.use,
    emptyLog: () => checkpoints?.postMessage(null),
    async close() {
      await checkpoints?.terminate()
      await log.close()
      database.close()
    },
  }
}

/**
 * A checkpoint syncs the database file, which takes up to a second on a slow disk and would delay every reply. The thread may
 * end at any moment without loss: the log keeps every commit until a checkpoint has succeeded.
 */
function startCheckpoints(file: string): Worker {
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    workerData: { file },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  worker.unref()
  // Without it, SQLite checkpoints within commits again.
  worker.on('error', () => {})
  return worker
}
