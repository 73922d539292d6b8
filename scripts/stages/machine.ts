import { existsSync } from 'node:fs'
import { findBrowser } from '#tests/support/browser.ts'
import { findProgram } from '#tests/support/child-process.ts'
import { findPostgres } from '#tests/support/postgres.ts'
import { findRedis } from '#tests/support/redis.ts'
import { runCommand } from './run-command.ts'
import type { Outcome, Stage } from './stage.ts'

interface Part {
  /** Whether the machine has it, by now. */
  isThere: () => boolean
  /** Debian's package for it. */
  debian: string
  /** Another way to get it, tried last. */
  otherwise?: () => Promise<unknown>
  /** What to say when all ways failed. */
  missing: string
}

let playwrightHasBrowser = false

const parts: Part[] = [
  {
    isThere: () => findBrowser() !== null || playwrightHasBrowser,
    debian: 'chromium',
    otherwise: async () => {
      playwrightHasBrowser = (await runCommand('playwright', ['install', 'chromium'])).code === 0
    },
    missing: 'end-to-end tests (no Chrome or Chromium here, and none could be installed; CHROME_PATH names one)',
  },
  {
    isThere: () => findPostgres() !== null || Boolean(process.env.TEST_DATABASE_URL),
    debian: 'postgresql',
    missing: 'PostgreSQL (not on this machine; install it, or name a server in TEST_DATABASE_URL)',
  },
  {
    isThere: () => findRedis() !== null,
    debian: 'redis-server',
    missing: 'Redis (neither redis-server nor valkey-server is on this machine)',
  },
]

export const hasBrowser = () => parts[0]?.isThere() ?? false
export const hasPostgres = () => parts[1]?.isThere() ?? false

/** Gets what the tests need of the machine, as far as this process may; what stays missing is named. */
export const machine: Stage = {
  name: 'browser and databases',
  run: async (): Promise<Outcome> => {
    const lacking = () => parts.filter((part) => !part.isThere())
    if (lacking().length > 0 && mayInstall()) await installFromDebian(lacking().map((part) => part.debian))
    for (const part of lacking()) await part.otherwise?.()
    return { passed: 0, failed: 0, notExercised: lacking().map((part) => part.missing) }
  },
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== null
}

/** One by one after a common update: one that the distribution does not carry must not keep the others away. */
async function installFromDebian(packages: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  for (const name of packages) {
    await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
  }
}
