import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { startPostgres } from './postgres.ts'
import { createPostgresDatabase } from './postgres-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server whose user may create databases, and the migrated database to copy. */
    postgres: { url: string; template: string }
  }
}

/** Nothing here outlives the run, so nothing waits for the disk. The crash tests have clusters of their own, which do. */
const forgetful = { settings: { fsync: 'off' } }

/** Once for a run on PostgreSQL: a server (or the one of TEST_DATABASE_URL) and the template of all test databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres(forgetful)
  const template = await createPostgresDatabase(server.url)
  const db = openPostgres(template.url)
  await migrate(db, 'postgres', Date.now())
  await db.destroy()
  project.provide('postgres', { url: server.url, template: template.name })
  return async () => {
    await template.drop()
    await server.stop()
  }
}
