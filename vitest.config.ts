import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Several times what tests take: a machine may be slow, or busy with other work. What takes longer says so itself. */
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }
/** Fewer collections of short-lived objects: they take a tenth of the processor time otherwise. */
const execArgv = ['--max-semi-space-size=32']

/**
 * What these test does not depend on the database, or files that run on PostgreSQL have what does (races.test.ts has
 * what happens at once), so they run on one.
 */
const onSqliteOnly = `
  account-archive account-settings accounts added-text admin-fuzz alerts
  anchors api-keys authorization bots change-character changed-elsewhere character-cards characters
  chat-errors chat-ratings chat-turn classifier content-ratings continue-reply
  conversation-expiry crash csrf drain embeds engine-guide
  event-streams excluded-messages flag-decisions full-disk generated-images
  http image-storage images installation local-model-command local-models
  mail mass-assignment metrics model-connections model-costs
  nightly-backups no-greeting notices oidc-attacks openai passkeys personas policy-fields quick-replies rate-limits
  rate-limits-redis rebuilt-requests reply-text safety sandbox-subscription scene-memory
  scenes sessions site-pages site-settings small-window stripe-events
  stripe-subscriptions subscribe sync-subscription terminal-client transcripts trust-proxy webhook-crash webhooks
  voices write-character
`
  .trim()
  .split(/\s+/)
  .map((name) => `tests/integration/${name}.test.ts`)

/** The integration tests run once on each database. */
const integration = (database: 'sqlite' | 'postgres', exclude: string[]): TestProjectInlineConfiguration => ({
  test: {
    name: `integration-${database}`,
    include: ['tests/integration/**/*.test.ts'],
    exclude,
    env: { TEST_DB: database },
    globalSetup: [`tests/support/${database}-setup.ts`],
    setupFiles: ['tests/support/remember-hash.ts'],
    ...timeouts,
    execArgv,
    // Each file opens its own server and database. Loading the server's code anew for each would take a third of the time.
    isolate: false,
    // Node runs the server's code as it does in production. Transformed by Vite, it takes a fifth more processor time.
    experimental: { viteModuleRunner: false },
  },
})

export default defineConfig({
  test: {
    // More than the cores of a small machine: a test server waits for its disk and for time-outs about half of the time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,scripts,tests/support}/**/*.test.{ts,tsx}', 'tests/{faults,evals,safety}/*.test.ts'],
          // Loading the modules anew for each file takes half of the processor time.
          isolate: false,
          ...timeouts,
          testTimeout: 10_000,
          execArgv,
        },
      },
      // Tests of several instances need PostgreSQL.
      integration('sqlite', ['**/*.postgres.test.ts']),
      integration('postgres', onSqliteOnly),
      {
        // `npm run test:local-model`; `npm test` does not run it, because it installs llama.cpp.
        test: {
          name: 'local-model',
          include: ['tests/local-model/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      // `npm run test:clients`; `npm test` does not run it, because it installs LangChain.
      { test: { ...integration('sqlite', []).test, name: 'clients', include: ['tests/clients/**/*.test.ts'] } },
      {
        // `npm run test:abuse`; `npm test` does not run it. One file at a time, because each measures a server.
        test: {
          name: 'abuse',
          include: ['tests/abuse/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
