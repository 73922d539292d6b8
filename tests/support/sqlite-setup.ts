import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { openSqlite } from '#server/db/sqlite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database; undefined where this setup does not run. */
    sqliteTemplate: string | undefined
  }
}

/** Runs once before the integration tests on SQLite: creates the migrated file that every test database is a copy of. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-template-'))
  const file = path.join(folder, 'troupe.db')
  const { db, close } = openSqlite(file)
  await migrate(db, 'sqlite', Date.now())
  await close()
  project.provide('sqliteTemplate', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
