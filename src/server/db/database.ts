import path from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Database } from './schema.ts'
import { lockDataFolder, openSqlite } from './sqlite.ts'

export type Dialect = 'sqlite' | 'postgres'
export type Db = Kysely<Database>
/** A query runs in a transaction or outside one; it does not care. */
export type Queryable = Kysely<Database> | Transaction<Database>

export interface OpenDatabase {
  db: Db
  dialect: Dialect
  /** For people: "SQLite (./data/troupe.db)". */
  label: string
  close(): Promise<void>
}

export interface DatabaseOptions {
  databaseUrl: string | undefined
  dataDir: string
  /** The server holds the data folder; a tool that writes one row beside it does not. */
  exclusive: boolean
  now: number
  onError?: (error: Error) => void
  durable?: boolean
}

/** Opens the database the environment names, takes its lock, and brings its schema up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.databaseUrl) {
    const db = openPostgres(options.databaseUrl, options.onError ? { onError: options.onError } : {})
    await migrate(db, 'postgres', options.now)
    const { host, pathname } = new URL(options.databaseUrl)
    return { db, dialect: 'postgres', label: `PostgreSQL (${host}${pathname})`, close: () => db.destroy() }
  }
  const release = options.exclusive ? lockDataFolder(options.dataDir) : () => {}
  const file = path.join(options.dataDir, 'troupe.db')
  const db = openSqlite(file, { durable: options.durable ?? true })
  await migrate(db, 'sqlite', options.now)
  return {
    db,
    dialect: 'sqlite',
    label: `SQLite (${path.relative(process.cwd(), file) || file})`,
    close: async () => {
      await db.destroy()
      release()
    },
  }
}

export async function databaseAnswers(db: Db): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}
