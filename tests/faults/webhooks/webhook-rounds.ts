import { setTimeout as sleep } from 'node:timers/promises'
import { compileCacheEnv } from '#tests/support/child-process.ts'
import { endLeases } from '#tests/support/end-leases.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { FakeStripe } from '#tests/support/stripe/fake-stripe.ts'
import type { EventRecord } from '#tests/support/stripe/stripe-records.ts'
import { Client } from '#tests/support/test-app.ts'

const request = { tier: 'premium', customerEmail: 'ada@example.com', customerName: 'Ada Quill' }
/** Milliseconds until an acknowledged webhook counts as lost. */
const deadline = 10_000

export interface WebhookResults {
  rounds: number
  /** Webhooks that were answered with 200 before the server was killed. */
  acknowledged: number
  /** Payments whose webhook was acknowledged, and that were unknown when the server was killed. */
  recovered: number
  lost: string[]
}

/**
 * Kills the server between its 200 to a webhook and the processing of that webhook, round after round. After the restart
 * the payment must be known without another webhook, and without the owner loading a page.
 */
export async function runWebhookRounds(env: Record<string, string>, rounds: number): Promise<WebhookResults> {
  const stripe = new FakeStripe()
  await stripe.listen()
  const server = await ServerProcess.create({ env: { ...compileCacheEnv, ...env, ...stripe.env, RATE_LIMITS: 'off' } })
  const results: WebhookResults = { rounds: 0, acknowledged: 0, recovered: 0, lost: [] }
  try {
    await server.start()
    while (results.rounds < rounds) {
      await runRound(server, stripe, results, env.DATABASE_URL)
      results.rounds += 1
    }
    return results
  } finally {
    await server.kill9()
    await stripe.close()
  }
}

async function runRound(
  server: ServerProcess,
  stripe: FakeStripe,
  results: WebhookResults,
  databaseUrl: string | undefined,
): Promise<void> {
  const payments = await Promise.all(Array.from({ length: 4 }, () => pay(server, stripe)))
  // Processing waits for Stripe, so that the kill comes in between.
  stripe.latency = 200
  const acknowledged = new Set<Client>()
  const deliveries = payments.map(async ({ player, event }) => {
    const status = await stripe.deliver(event, server.url).catch(() => 0)
    if (status !== 200) return
    results.acknowledged += 1
    acknowledged.add(player)
    await server.kill9()
  })
  await Promise.all(deliveries)
  stripe.latency = 0
  await endLeases(databaseUrl)
  await server.start()
  await Promise.all(
    [...acknowledged].map(async (player) => {
      if (await isActiveInTime(player)) results.recovered += 1
      else results.lost.push(`round ${results.rounds}: the payment of ${player.id}`)
    }),
  )
}

/** Pays at Stripe. The server does not know of it until the returned event arrives. */
async function pay({ url }: ServerProcess, { records }: FakeStripe): Promise<{ player: Client; event: EventRecord }> {
  const player = new Client(() => url)
  const credentials = { username: crypto.randomUUID(), password: 'quiet-harbor' }
  player.user = (await player.post<{ user: Client['user'] }>('/api/auth/register', credentials)).user
  const { clientSecret } = await player.post<{ clientSecret: string }>('/api/create-subscription', request)
  // Counts as checked from now on, so that only the webhook is a reason to ask Stripe.
  await player.get('/api/auth/me')
  records.confirmPayment(clientSecret, true)
  const event = records.events.at(-1)
  if (!event) throw new Error('The payment caused no event.')
  return { player, event }
}

/** Reads the stored state; this route, unlike `/api/auth/me`, does not ask Stripe. */
async function isActiveInTime(player: Client): Promise<boolean> {
  const endsAt = performance.now() + deadline
  while (performance.now() < endsAt) {
    const { subscription } = await player.get<{ subscription: { state: string } | null }>('/api/subscription')
    if (subscription?.state === 'active') return true
    await sleep(20)
  }
  return false
}
