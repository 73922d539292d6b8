import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findPostgres, startPostgres } from '#tests/support/postgres.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { runEventSequences } from '#tests/support/stripe/event-sequences.ts'
import { createStripeApp } from '#tests/support/stripe/stripe-app.ts'

const sequences = 10_000

test.each([
  ['SQLite', true],
  ['PostgreSQL', findPostgres() !== null],
])(
  '10,000 random sequences of payment events end in the state that Stripe holds, on %s',
  {
    timeout: 1_800_000,
  },
  async (name, isAvailable) => {
    if (!isAvailable) return
    const folder = mkdtempSync(path.join(tmpdir(), 'troupe-payments-'))
    const postgres = name === 'PostgreSQL' ? await startPostgres() : null
    const url = postgres && (await createPostgresDatabase(postgres.url)).url
    const env = { DATA_DIR: folder, ...(url ? { DATABASE_URL: url } : {}) }
    const drop = async () => rmSync(folder, { recursive: true, force: true })
    const setup = await createStripeApp({ env: { LOG_LEVEL: 'warn' }, database: { env, drop } })
    try {
      const seed = Math.floor(Math.random() * 1e9)
      const { deviations } = await runEventSequences(setup, { sequences, seed })
      console.log(`${name}: ${sequences} sequences, seed ${seed}, ${setup.stripe.records.events.length} events`)
      expect(deviations).toEqual([])
    } finally {
      await setup.close()
      await postgres?.stop()
    }
  },
)
