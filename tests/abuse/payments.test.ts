import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findPostgres, startPostgres } from '#tests/support/postgres.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { runEventSequences } from '#tests/support/stripe/event-sequences.ts'
import { createStripeApp, type StripeApp } from '#tests/support/stripe/stripe-app.ts'

const sequences = Number(process.env.PAYMENT_SEQUENCES ?? 10_000)
const webhooks = 1_000

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
      console.log(`${name}: ${await measureWebhooks(setup)}`)
      // Only the figure above depends on it.
      if (postgres) await stopWaitingForDisk(setup)
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

async function stopWaitingForDisk({ app: { context } }: StripeApp): Promise<void> {
  await sql`alter system set synchronous_commit = off`.execute(context.db)
  await sql`select pg_reload_conf()`.execute(context.db)
}

/** How long a webhook waits for its answer while others are processed, ten at a time. */
async function measureWebhooks(setup: StripeApp): Promise<string> {
  const { app, stripe } = setup
  const player = await app.signUp()
  const id = await setup.subscribe(player)
  stripe.records.confirmPayment(stripe.records.clientSecretOf(stripe.records.get(id)), true)
  for (let month = 0; month < webhooks / 2; month += 1) stripe.records.renew(id, true)
  const events = stripe.records.events.slice(-webhooks)
  const times: number[] = []
  const deliverNext = async () => {
    for (let event = events.pop(); event; event = events.pop()) {
      const startedAt = performance.now()
      expect(await stripe.deliver(event, app.url)).toBe(200)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: 10 }, deliverNext))
  times.sort((a, b) => a - b)
  const [median = 0, slowest = 0] = [times[webhooks / 2], times[Math.floor(webhooks * 0.99)]]
  return `${webhooks} webhooks are answered in ${median.toFixed(0)} ms (median), ${slowest.toFixed(0)} ms (p99)`
}
