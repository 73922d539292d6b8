import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from './prepare-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database with the sample characters; undefined where this setup does not run. */
    sqliteTemplate: string | undefined
  }
}

/** Runs once before the integration tests on SQLite: creates the file that every test database is a copy of. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-template-'))
  await prepareDatabase({ DATA_DIR: folder })
  project.provide('sqliteTemplate', path.join(folder, 'troupe.db'))
  return () => rmSync(folder, { recursive: true, force: true })
}
