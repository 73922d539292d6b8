import { existsSync } from 'node:fs'
import { findBrowser, findHeadlessShell } from '#tests/support/browser.ts'
import { findProgram } from '#tests/support/child-process.ts'
import { findPostgres } from '#tests/support/postgres.ts'
import { findRedis } from '#tests/support/redis.ts'
import { runCommand } from './run-command.ts'
import type { Outcome, Stage } from './stage.ts'

interface Requirement {
  isMet: () => boolean
  debianPackage: string
  /** Another way to install it, tried last. */
  installOtherwise?: () => Promise<unknown>
  /** Printed in the summary when it could not be installed. Without it, the tests run all the same. */
  notExercised?: string
}

let playwrightHasBrowser = false

/** The tests need any browser; in this one they take less time. */
const headlessShell: Requirement = {
  isMet: () => Boolean(process.env.CHROME_PATH) || findHeadlessShell() !== null,
  debianPackage: 'chromium-headless-shell',
}
const browser: Requirement = {
  isMet: () => findBrowser() !== null || playwrightHasBrowser,
  debianPackage: 'chromium',
  installOtherwise: async () => {
    playwrightHasBrowser = (await runCommand('playwright', ['install', 'chromium'])).code === 0
  },
  notExercised: 'end-to-end tests (no Chrome or Chromium found, and none could be installed; CHROME_PATH names one)',
}
const postgres: Requirement = {
  isMet: () => findPostgres() !== null || Boolean(process.env.TEST_DATABASE_URL),
  debianPackage: 'postgresql',
  notExercised: 'PostgreSQL (not found; install it, or set TEST_DATABASE_URL to a server)',
}
const redis: Requirement = {
  isMet: () => findRedis() !== null,
  debianPackage: 'redis-server',
  notExercised: 'Redis (neither redis-server nor valkey-server found)',
}
const requirements = [headlessShell, browser, postgres, redis]

export const hasBrowser = () => browser.isMet()
export const hasPostgres = () => postgres.isMet()

/** On a CI machine (`CI` is set), installs what the tests need as root; reports what is missing. */
export const machine: Stage = {
  name: 'browser and databases',
  run: async (): Promise<Outcome> => {
    const missing = () => requirements.filter((requirement) => !requirement.isMet())
    if (missing().length > 0 && canInstall()) await installFromDebian(missing())
    for (const requirement of missing()) await requirement.installOtherwise?.()
    return { passed: 0, failed: 0, notExercised: missing().flatMap(({ notExercised = [] }) => notExercised) }
  },
}

/** Nobody expects a test run to install packages on their own machine, even as root. */
function canInstall(): boolean {
  return (
    Boolean(process.env.CI) &&
    process.getuid?.() === 0 &&
    existsSync('/etc/debian_version') &&
    findProgram('apt-get') !== null
  )
}

/** One by one: a package that the distribution does not carry must not prevent the others. */
async function installFromDebian(missing: Requirement[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  for (const { isMet, debianPackage } of missing) {
    if (!isMet())
      await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], { env })
  }
}
