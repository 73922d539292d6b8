import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { openPostgres } from '#server/db/postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { startPostgres } from '#tests/support/postgres.ts'

/** A database that a server can open besides the test. */
export interface TestedDatabase {
  env: Record<string, string>
  open(): { db: Kysely<Database>; close(): Promise<void> }
  drop(): Promise<void>
}

export async function createSqlite(): Promise<TestedDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-search-'))
  return {
    env: { DATA_DIR: dataDir },
    open: () => openSqlite(path.join(dataDir, 'troupe.db')),
    drop: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export async function createPostgres(): Promise<TestedDatabase> {
  const postgres = await startPostgres()
  const open = () => {
    const { db } = openPostgres(postgres.url)
    return { db, close: () => db.destroy() }
  }
  return { env: { DATABASE_URL: postgres.url }, open, drop: () => postgres.stop() }
}
