import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationPage } from '#shared/chat.ts'
import { compileCacheEnv } from '#tests/support/child-process.ts'
import { endLeases } from '#tests/support/end-leases.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { Client, createCharacter } from '#tests/support/test-app.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

/** Milliseconds until an event counts as lost. */
const deadline = 20_000
const changesPerRound = 20

export interface DeliveryResults {
  rounds: number
  /** Changes that were answered with success. Each is an event. */
  changes: number
  /** Events that were sent more than once. */
  repeated: number
  violations: string[]
}

/**
 * Kills the server while it sends events of three conversations to a webhook, round after round. Each event must arrive
 * at least once, and those of a conversation in their order.
 */
export async function runDeliveryRounds(env: Record<string, string>, rounds: number): Promise<DeliveryResults> {
  const receiver = await startWebhookReceiver()
  const settings = { RATE_LIMITS: 'off', WEBHOOKS_TO_PRIVATE_ADDRESSES: 'on' }
  const server = await ServerProcess.create({ env: { ...compileCacheEnv, ...env, ...settings } })
  const results: DeliveryResults = { rounds: 0, changes: 0, repeated: 0, violations: [] }
  try {
    await server.start()
    const player = new Client(() => server.url)
    await player.post('/api/auth/register', { username: crypto.randomUUID(), password: 'quiet-harbor' })
    const { id: characterId } = await createCharacter(player)
    const begin = async () =>
      (await player.post<ConversationPage>('/api/conversations', { characterId })).conversation.id
    const conversations = [await begin(), await begin(), await begin()]
    await player.post('/api/webhooks', { url: receiver.url, events: ['conversation.changed'] })
    for (; results.rounds < rounds; results.rounds += 1) {
      receiver.received.length = 0
      const killAt = 5 + (results.rounds % changesPerRound)
      const killed = new Promise<void>((resolve) => {
        receiver.answer = () => {
          if (receiver.received.length >= killAt) void server.kill9().then(resolve)
          return 204
        }
      })
      const changes = conversations.map((id) => changeTitle(player, id))
      const counts = await Promise.all(changes)
      await killed
      receiver.answer = () => 204
      await endLeases(env.DATABASE_URL)
      await server.start()
      for (const [at, id] of conversations.entries()) {
        const problem = await verify(id, counts[at] ?? 0)
        if (problem) results.violations.push(`round ${results.rounds}, ${id}: ${problem}`)
        results.changes += counts[at] ?? 0
      }
    }
    return results
  } finally {
    await server.kill9()
    await receiver.close()
  }

  async function verify(conversationId: string, changes: number): Promise<string | null> {
    const arrived = () =>
      receiver.received
        .filter(({ event }) => event.data.conversationId === conversationId)
        .map(({ headers }) => String(headers['webhook-id']))
    const endsAt = performance.now() + deadline
    while (new Set(arrived()).size < changes) {
      if (performance.now() > endsAt) return `${new Set(arrived()).size} of ${changes} events arrived`
      await sleep(20)
    }
    const ids = [...new Set(arrived())]
    results.repeated += arrived().length - ids.length
    // Ids are ascending.
    return ids.join() === ids.toSorted().join() ? null : 'the events arrived in another order'
  }
}

/** Returns how many changes the server has answered before it was killed. */
async function changeTitle(player: Client, id: string): Promise<number> {
  for (let count = 0; count < changesPerRound; count += 1) {
    const answer = await player.request('PATCH', `/api/conversations/${id}`, { title: `${count}` }).catch(() => null)
    if (answer?.status !== 200) return count
  }
  return changesPerRound
}
