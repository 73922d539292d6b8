import { mkdtempSync, rmSync } from 'node:fs'
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
 * Creates a database: an SQLite file in a temporary folder or, when the run is on PostgreSQL, a copy of the migrated
 * template that `postgres-setup.ts` created.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (process.env.TEST_DB !== 'postgres') return { env: { DATA_DIR: dataDir }, drop: async () => removeFolder() }
  const server = inject('postgres')
  const database = await createPostgresDatabase(server.url, server.template)
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: database.url },
    allowConnections: database.allowConnections,
    drop: async () => {
      removeFolder()
      await database.drop()
    },
  }
}
