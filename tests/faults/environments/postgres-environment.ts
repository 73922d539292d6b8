import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '#tests/support/postgres.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { type Blow, type Stand, type StandOptions, testEnv } from './environment.ts'

const hits = (blow: Blow, what: 'server' | 'postgres') => blow.includes(what)

/** PostgreSQL of its own; the server, every process of PostgreSQL, or all of them are killed without warning. */
export async function postgresStand({ modelBaseUrl, durable }: StandOptions): Promise<Stand> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-crash-'))
  const settings: Record<string, string> = durable ? {} : { synchronous_commit: 'off', wal_writer_delay: '1s' }
  const postgres = await startPostgres({ settings })
  const { url } = await createPostgresDatabase(postgres.url)
  const server = await ServerProcess.create({ env: { ...testEnv(modelBaseUrl), DATA_DIR: folder, DATABASE_URL: url } })
  await server.start()
  return {
    name: 'PostgreSQL',
    url: server.url,
    blows: durable ? ['server', 'postgres', 'server and postgres'] : ['server and postgres'],
    freedWithin: 30_000,
    async strike(blow) {
      await Promise.all([
        hits(blow, 'server') ? server.kill9() : null,
        hits(blow, 'postgres') ? postgres.kill9() : null,
      ])
    },
    async recover(blow) {
      const begun = performance.now()
      if (hits(blow, 'postgres')) await postgres.restart()
      if (hits(blow, 'server')) await server.start()
      else await server.waitUntilReady()
      return performance.now() - begun
    },
    async close() {
      await server.kill9()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
