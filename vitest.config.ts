import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** The same tests, once on each database: what works on one and not on the other is a fault. */
const integration = (
  database: 'sqlite' | 'postgres',
  globalSetup: string[],
  exclude: string[],
): TestProjectInlineConfiguration => ({
  test: {
    name: `integration-${database}`,
    include: ['tests/integration/**/*.test.ts'],
    exclude,
    env: { TEST_DB: database },
    globalSetup,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Each file opens a house and a database of its own; reading the server's code anew for each is a third of the time.
    isolate: false,
  },
})

export default defineConfig({
  test: {
    // Left to itself, Vitest keeps one core free, and half of a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'unit', include: ['{src,scripts,tests/support}/**/*.test.{ts,tsx}', 'tests/faults/*.test.ts'] } },
      // What only a larger house has, several instances, does not apply to the file of one process.
      integration('sqlite', [], ['**/*.postgres.test.ts']),
      integration('postgres', ['tests/support/postgres-setup.ts'], []),
    ],
  },
})
