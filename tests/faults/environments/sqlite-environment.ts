import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerProcess } from '#tests/support/server-process.ts'
import { type Stand, type StandOptions, testEnv } from './environment.ts'

/** Loaded before the server in the control: commits are acknowledged first and written to the file later. */
const writeBehind = ['--import', path.join(import.meta.dirname, 'write-behind.ts')]

/** SQLite, and a server that is killed without warning. */
export async function sqliteStand({ modelBaseUrl, durable }: StandOptions): Promise<Stand> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-crash-'))
  const env = { ...testEnv(modelBaseUrl), DATA_DIR: folder }
  const server = await ServerProcess.create({ env, nodeFlags: durable ? [] : writeBehind })
  await server.start()
  return {
    name: 'SQLite, server killed',
    url: server.url,
    blows: ['server'],
    // The data folder is one server's alone: whatever was running at the crash is over at the start.
    freedWithin: 0,
    strike: () => server.kill9(),
    recover: () => server.start(),
    async close() {
      await server.kill9()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
