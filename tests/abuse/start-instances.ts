import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Pace, startUpstream } from '#tests/bench/load/upstreams.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { ServerProcess } from '#tests/support/server-process.ts'

export type Instances = Awaited<ReturnType<typeof startInstances>>

/** Starts servers in processes of their own over one PostgreSQL, with a model whose replies have this pace. */
export async function startInstances(pace: Pace, env: Record<string, string>, count = 1) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-abuse-'))
  const postgres = await startPostgres()
  const upstream = await startUpstream(pace)
  const { url: databaseUrl } = await createPostgresDatabase(postgres.url)
  const model = { MODEL_BASE_URL: `${upstream.url}/v1`, MODEL_NAME: 'mock-chat' }
  const limits = { RATE_LIMITS: 'off', FREE_DAILY_MESSAGES: '1000000' }
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...model, ...limits, ...env }
  const servers: ServerProcess[] = []
  // A port is free until its server listens: the port of the next one is looked for afterwards.
  while (servers.length < count) {
    const server = await ServerProcess.create({ env: settings })
    await server.start()
    servers.push(server)
  }
  return {
    postgres,
    servers,
    server: servers[0] as ServerProcess,
    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server.kill9()))
      postgres.resume()
      await postgres.stop()
      await upstream.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
