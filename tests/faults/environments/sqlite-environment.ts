import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerProcess } from '#tests/support/server-process.ts'
import { type EnvironmentOptions, type TestEnvironment, testEnv } from './environment.ts'

/** Preloaded in the control: commits are acknowledged first and written to the file later. */
const writeBehind = ['--import', path.join(import.meta.dirname, 'write-behind.ts')]

/** A server on SQLite that receives SIGKILL. */
export async function createSqliteEnvironment({
  modelBaseUrl,
  durable,
  logFile,
}: EnvironmentOptions): Promise<TestEnvironment> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-crash-'))
  const env = { ...testEnv(modelBaseUrl), DATA_DIR: folder }
  const server = await ServerProcess.create({ env, nodeFlags: durable ? [] : writeBehind, logFile })
  await server.start()
  return {
    name: 'SQLite, server killed',
    url: server.url,
    failures: ['server'],
    // Only one server uses the data folder, so at its start it marks every unfinished reply as interrupted.
    recoveryWindow: 0,
    inject: () => server.kill9(),
    recover: () => server.start(),
    async close() {
      await server.kill9()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
