import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { waitForExit, waitForOutput } from '../support/child-process.ts'

export { expect } from '@playwright/test'

export interface RunningServer {
  /** `http://localhost:<port>`, where pages open. */
  url: string
  dataDir: string
  process: ChildProcess
  stop: () => Promise<void>
}

const root = path.join(import.meta.dirname, '..', '..')
const address = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/

/** Starts the server as `npm start` does, on a free port and data of its own; `env` is added to its environment. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-e2e-'))
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOCAL_MODELS: 'off',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [url] = await waitForOutput(server, address)
  return {
    url,
    dataDir,
    process: server,
    stop: async () => {
      server.kill('SIGTERM')
      await waitForExit(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Tests that open `/` are on the server of their worker; a test that must stop its server starts another itself. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})
