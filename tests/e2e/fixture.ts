import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type { AccountType } from '#shared/accounts.ts'
import { compileCacheEnv, waitForExit, waitForOutput } from '../support/child-process.ts'
import { createSession } from './accounts.ts'
import { type KeptPages, prepareScreens } from './screens/prepare-screens.ts'
import type { Screen, Viewport } from './screens/screen.ts'
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
  const preloads = ['--import=./tests/support/remember-hash.ts', '--import=./tests/e2e/instant-demo-model.ts']
  const flags = ['--disable-warning=ExperimentalWarning', ...preloads]
  const server = spawn(process.execPath, [...flags, 'src/server/main.ts'], {
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
      // Its open streams and its replies need not end well: `drain.test.ts` tests that.
      server.kill('SIGKILL')
      await waitForExit(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** For `test.use`: the browser of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** For `test.use`: the page has its animations. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

type Session = Awaited<ReturnType<typeof createSession>>

interface TestOptions {
  /**
   * The account that is signed in. `free`, `premium` and `admin` are shared by the tests of a worker, which must not change
   * them; `new-user` is a new free account for each test.
   */
  viewer: AccountType | 'new-user' | 'signed-out'
  /** The test has a server of its own, with this environment. */
  serverEnv: NodeJS.ProcessEnv | null
  /** Whether pages receive what changes on other devices. */
  isLive: boolean
}

interface WorkerFixtures {
  sharedServer: RunningServer
  /** The sessions of the accounts that tests share. */
  sessions: Map<AccountType, Promise<Session>>
  /** Opens a screen on another server, which has the accounts and the data that the screens show. */
  openScreen: (screen: Screen, viewport: Viewport) => Promise<Page>
}

/** All tests of a worker share one server. A test that stops its server or needs another environment has its own. */
export const test = base.extend<TestOptions & { server: RunningServer }, WorkerFixtures>({
  viewer: ['signed-out', { option: true }],
  serverEnv: [null, { option: true }],
  isLive: [false, { option: true }],
  sharedServer: [async ({}, use) => withServer({}, use), { scope: 'worker' }],
  server: ({ sharedServer, serverEnv }, use) => (serverEnv ? withServer(serverEnv, use) : use(sharedServer)),
  baseURL: ({ server }, use) => use(server.url),
  // These are here, because tests with other fixtures of a worker would run in a worker of their own.
  sessions: [({}, use) => use(new Map()), { scope: 'worker' }],
  openScreen: [
    async ({ browser }, use) => {
      const server = await startServer({ AGE_ASSURANCE: 'none' })
      const openScreen = await prepareScreens(server.url, server.dataDir)
      const kept: KeptPages = new Map()
      await use((screen, viewport) => openScreen(browser, screen, 'light', viewport, kept))
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  storageState: async ({ viewer, sharedServer, sessions }, use) => {
    if (viewer === 'signed-out') return use({ cookies: [], origins: [] })
    if (viewer === 'new-user') return use(await createSession(sharedServer, 'free'))
    const session = sessions.get(viewer) ?? createSession(sharedServer, viewer)
    sessions.set(viewer, session)
    await use(await session)
  },
  context: async ({ context, isLive }, use) => {
    if (!isLive) await withoutLiveChanges(context)
    await use(context)
  },
})

async function withServer(env: NodeJS.ProcessEnv, use: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await startServer(env)
  await use(server)
  await server.stop()
}
