import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { compileCacheEnv, waitForExit, waitForOutput } from '../support/child-process.ts'
import { TestAccounts } from './conformance/server.ts'
import { withoutLiveChanges } from './without-live-changes.ts'

export { expect } from '@playwright/test'

export interface RunningServer {
  /** `http://localhost:<port>` */
  url: string
  dataDir: string
  process: ChildProcess
  stop: () => Promise<void>
}

const root = path.join(import.meta.dirname, '..', '..')
const urlPattern = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/

/** Starts a server on a free port with its own data folder; `env` is added to its environment. */
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
      ...compileCacheEnv,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [url] = await waitForOutput(server, urlPattern)
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

/** For `test.use`: the page has its animations. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** All tests of a worker share one server. A test that stops its server or needs another environment starts its own. */
export const test = base.extend<{ isLive: boolean }, { server: RunningServer; accounts: TestAccounts }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  // Here, because tests with other fixtures of a worker would run in a worker of their own, with its server and browser.
  accounts: [async ({ server }, use) => use(new TestAccounts(server)), { scope: 'worker' }],
  /** Whether pages receive what changes on other devices. */
  isLive: [false, { option: true }],
  context: async ({ context, isLive }, use) => {
    if (!isLive) await withoutLiveChanges(context)
    await use(context)
  },
  baseURL: async ({ server }, use) => use(server.url),
})
