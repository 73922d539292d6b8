import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Character } from '#shared/characters.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { findRedis, type Redis, startRedis } from '#tests/support/redis.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { Client, createCharacter } from '#tests/support/test-app.ts'
import { recordFigures } from './figures.ts'
import { type Instances, startInstances } from './start-instances.ts'

const password = 'quiet-harbor'
const streams = 100

describe.runIf(findRedis()).each([2, 5])('%i servers over one PostgreSQL and one Redis', (count) => {
  let redis: Redis
  let instances: Instances
  let character: Character
  let servers: ServerProcess[] = []

  beforeAll(async () => {
    redis = await startRedis()
    instances = await startInstances({ first: 50, gap: 20, tokens: 150 }, { REDIS_URL: redis.url }, count)
    servers = instances.servers
    character = await createCharacter(await signUp('author'))
  }, 180_000)
  afterAll(async () => {
    await instances?.close()
    await redis?.stop()
  })

  /** A user on the server of this index, counted around. */
  const at = (index: number, { cookie }: { cookie: string }) => {
    const client = new Client(() => servers[index % count]?.url ?? '')
    client.cookie = cookie
    return client
  }
  const signUp = async (username: string) => {
    const client = at(0, { cookie: '' })
    await client.post('/api/auth/register', { username, password })
    return client
  }
  let sends = 0
  /** Sends a message as the page does: a 503 is repeated, with the same id. */
  const send = async (client: Client, message: string) => {
    sends += 1
    const body = { characterId: character.id, message, clientMessageId: `message-${sends}` }
    let stream = await client.stream('POST', '/api/chat', { body })
    while (stream.response.status === 503) stream = await client.stream('POST', '/api/chat', { body })
    return stream
  }

  test(`one that is killed under ${streams} streams loses nothing that was acknowledged`, async () => {
    const players: Client[] = []
    while (players.length < streams) players.push(await signUp(`streaming-${players.length}`))
    const begin = async (player: Client, index: number) => {
      const stream = await send(at(index, player), `Message ${index}`)
      const turn = (await stream.take<ReplyEvents['turn']>()).data
      return { player, index, turn, rest: stream.rest().catch(() => {}) }
    }
    const turns = await Promise.all(players.map(begin))
    const last = servers.at(-1)
    await last?.kill9()
    const killedAt = performance.now()
    await Promise.all(turns.map(({ rest }) => rest))
    const ends = await Promise.all(
      turns.map(async ({ player, index, turn: { conversationId, messageId } }) => {
        const reader = at(0, player)
        const events = await reader.stream('GET', `/api/conversations/${conversationId}/replies/${messageId}/events`)
        const end = (await events.rest()).at(-1)
        const { messages } = await reader.get<ConversationPage>(`/api/conversations/${conversationId}`)
        const [sent, reply] = messages.slice(-2)
        expect(sent?.content).toBe(`Message ${index}`)
        expect(reply).toMatchObject({ id: messageId, status: end?.data.status })
        return reply?.status
      }),
    )
    const interrupted = ends.filter((status) => status === 'interrupted').length
    recordFigures('One of several servers killed', {
      servers: count,
      'replies being written': streams,
      complete: ends.filter((status) => status === 'complete').length,
      interrupted,
      'all replies have ended after': `${((performance.now() - killedAt) / 1000).toFixed(1)} s`,
    })
    expect(ends.filter((status) => status !== 'complete' && status !== 'interrupted')).toEqual([])
    // Only the replies of the server that was killed.
    expect(interrupted).toBeLessThanOrEqual(Math.ceil(streams / count))
    await last?.start()
  })
})
