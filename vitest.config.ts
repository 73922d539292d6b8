import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Several times what tests take: a machine may be slow, or busy with other work. What takes longer says so itself. */
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

/** What these test does not depend on the database, or a `.postgres.test.ts` has what does, so they run on one. */
const onSqliteOnly = [
  ...[
    'accounts',
    'authorization',
    'character-cards',
    'characters',
    'continue-reply',
    'csrf',
    'engine-guide',
    'entitlement-table',
    'http',
    'login-hashing',
    'rate-limits',
    'rate-limits-redis',
    'rebuilt-requests',
    'scenes',
    'transcripts',
    'trust-proxy',
    'write-character',
  ],
  ...[
    'generated-images',
    'images',
    'image-storage',
    'local-model-command',
    'local-models',
    'model-costs',
    'model-fallback',
  ],
  ...['crash', 'memory-crash', 'webhook-crash', 'stripe-events', 'stripe-subscriptions', 'sandbox-subscription'],
  ...['sync-subscription', 'subscribe', 'alerts', 'account-settings', 'sessions', 'model-connections', 'admin-fuzz'],
  ...['mass-assignment', 'content-ratings', 'event-streams', 'site-pages', 'quick-replies', 'drain'],
  ...['anchors', 'chat-errors', 'classifier', 'no-greeting', 'policy-fields', 'reply-text', 'safety', 'small-window'],
].map((name) => `tests/integration/${name}.test.ts`)

/** The integration tests run once on each database. */
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
    ...timeouts,
    // Each file opens its own server and database. Loading the server's code anew for each would take a third of the time.
    isolate: false,
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
        },
      },
      // Tests of several instances need PostgreSQL.
      integration('sqlite', [], ['**/*.postgres.test.ts']),
      integration('postgres', ['tests/support/postgres-setup.ts'], onSqliteOnly),
      {
        // `npm run test:local-model`; `npm test` does not run it, because it installs llama.cpp.
        test: {
          name: 'local-model',
          include: ['tests/local-model/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
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
