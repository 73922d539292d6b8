import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { createPostgresDatabase } from './postgres-databases.ts'

/** A database for one test file, as the environment variables that the server reads. */
export interface TestDatabase {
  env: { DATA_DIR: string; DATABASE_URL?: string }
  /** PostgreSQL only. */
  allowConnections?: (isAllowed: boolean) => Promise<void>
  drop: () => Promise<void>
}

/**
 * Creates a database, a copy of the template of the run: an SQLite file in a temporary folder or, when the run
 * is on PostgreSQL, a database of the server that `postgres-setup.ts` started.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DB === 'postgres') return createOnPostgres(inject('postgres').template)
  const database = createFolder()
  const template = inject('sqliteTemplate')
  if (template) copyFileSync(template, path.join(database.env.DATA_DIR, 'troupe.db'))
  return database
}

/** Creates a database that no server has opened yet. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return process.env.TEST_DB === 'postgres' ? createOnPostgres() : createFolder()
}

async function createOnPostgres(template?: string): Promise<TestDatabase> {
  const folder = createFolder()
  const { url, allowConnections, drop } = await createPostgresDatabase(inject('postgres').url, template)
  return {
    env: { ...folder.env, DATABASE_URL: url },
    allowConnections,
    drop: async () => {
      await folder.drop()
      await drop()
    },
  }
}

function createFolder(): TestDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  return { env: { DATA_DIR: folder }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}
