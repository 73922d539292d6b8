import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { createPostgresDatabase } from './postgres-databases.ts'
import { prepareDatabase } from './prepare-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server whose user may create databases, and the name of the template database. */
    postgres: { url: string; template: string }
  }
}

/** No data outlives the run, so nothing is synced to disk. The crash tests use their own clusters, with fsync on. */
const withoutSync = { settings: { fsync: 'off' } }

/**
 * Runs once before the integration tests on PostgreSQL: starts a server (or uses the one at TEST_DATABASE_URL) and
 * creates the template that every test database is a copy of.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const configuredUrl = process.env.TEST_DATABASE_URL
  const server = configuredUrl ? { url: configuredUrl, stop: async () => {} } : await startPostgres(withoutSync)
  const template = await createPostgresDatabase(server.url)
  await prepareDatabase({ DATABASE_URL: template.url })
  project.provide('postgres', { url: server.url, template: template.name })
  return async () => {
    await template.drop()
    await server.stop()
  }
}
