import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '#tests/support/postgres.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { type EnvironmentOptions, type Failure, type TestEnvironment, testEnv } from './environment.ts'

const affects = (failure: Failure, target: 'server' | 'postgres') => failure.includes(target)

/** A server with its own PostgreSQL; the server, every PostgreSQL process, or all of them receive SIGKILL. */
export async function createPostgresEnvironment({
  modelBaseUrl,
  durable,
  logFile,
}: EnvironmentOptions): Promise<TestEnvironment> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-crash-'))
  const settings: Record<string, string> = durable ? {} : { synchronous_commit: 'off', wal_writer_delay: '1s' }
  const postgres = await startPostgres({ settings })
  const { url } = await createPostgresDatabase(postgres.url)
  const server = await ServerProcess.create({
    env: { ...testEnv(modelBaseUrl), DATA_DIR: folder, DATABASE_URL: url },
    logFile,
  })
  await server.start()
  return {
    name: 'PostgreSQL',
    url: server.url,
    failures: durable ? ['server', 'postgres', 'server and postgres'] : ['server and postgres'],
    recoveryWindow: 30_000,
    async inject(failure) {
      await Promise.all([
        affects(failure, 'server') ? server.kill9() : null,
        affects(failure, 'postgres') ? postgres.kill9() : null,
      ])
    },
    async recover(failure) {
      const startedAt = performance.now()
      if (affects(failure, 'postgres')) await postgres.restart()
      if (affects(failure, 'server')) await server.start()
      else await server.waitUntilReady()
      return performance.now() - startedAt
    },
    async close() {
      await server.kill9()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
