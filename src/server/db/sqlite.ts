import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { DatabaseUnusableError } from './database-unusable.ts'
import type { Database } from './schema.ts'

/** Statements kept prepared; the app's own set is far smaller, `in (…)` lists make the rest. */
const preparedMax = 500

/**
 * Holds the data folder for this process. The lock is the operating system's (an exclusive transaction on a file
 * beside the database), so it goes with the process however that ends: no stale lock file can stand in the way.
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
  /** Off only in the crash test's control, which must lose writes. */
  durable?: boolean
  /** Called before each write. Who listens moves the log into the file (checkpoints.ts). */
  onWrite?: () => void
}

/**
 * Pages of log (some 100 MB) past which SQLite moves them itself, within a commit, where somebody else is to: only ever
 * reached when they cannot keep up.
 */
const lastResortPages = 25_000

export function openSqlite(file: string, { durable = true, onWrite }: SqliteOptions = {}): Kysely<Database> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${durable ? 'full' : 'off'}; pragma foreign_keys = on;
    pragma busy_timeout = 5000; pragma cache_size = -16000; pragma temp_store = memory`)
  // SQLite's own knows the letters of English alone.
  database.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
  if (onWrite) database.exec(`pragma wal_autocheckpoint = ${lastResortPages}`)
  const prepared = new Map<string, { statement: StatementSync; reader: boolean }>()

  function prepare(sql: string) {
    const known = prepared.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const entry = { statement, reader: statement.columns().length > 0 }
    if (prepared.size >= preparedMax) prepared.delete(prepared.keys().next().value ?? '')
    prepared.set(sql, entry)
    return entry
  }

  return new Kysely<Database>({
    dialect: new SqliteDialect({
      database: {
        close: () => database.close(),
        prepare(sql) {
          // A transaction that may write takes the write lock at once, or two processes could deadlock upgrading.
          const { statement, reader } = prepare(sql === 'begin' ? 'begin immediate' : sql)
          return {
            reader,
            all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
            run(parameters) {
              onWrite?.()
              return statement.run(...(parameters as SQLInputValue[]))
            },
            iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
          }
        },
      },
    }),
  })
}
