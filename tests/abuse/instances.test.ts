import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Character } from '#shared/characters.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { AlertSocket } from '#tests/support/alert-socket.ts'
import { findRedis, type Redis, startRedis } from '#tests/support/redis.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { Client, createCharacter } from '#tests/support/test-app.ts'
import { recordFigures } from './figures.ts'
import { type Instances, startInstances } from './start-instances.ts'

const password = 'quiet-harbor'
const dailyMessages = 30
const streams = 100

describe.runIf(findRedis()).each([2, 5])('%i servers over one PostgreSQL and one Redis', (count) => {
  let redis: Redis
  let instances: Instances
  let databaseUrl: string
  let author: Client
  let character: Character
  let servers: ServerProcess[] = []

  beforeAll(async () => {
    redis = await startRedis()
    const admin = { ADMIN_USERNAME: 'mora', ADMIN_PASSWORD: password }
    const env = { REDIS_URL: redis.url, FREE_DAILY_MESSAGES: String(dailyMessages), ...admin }
    instances = await startInstances({ first: 50, gap: 20, tokens: 150 }, env, count)
    servers = instances.servers
    databaseUrl = instances.databaseUrl
    author = await signUp('author')
    character = await createCharacter(author)
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
  const query = async <Row extends object>(statement: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return client.query<Row>(statement).then(({ rows }) => client.end().then(() => rows))
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

  test('an empty database is migrated once by all that start at the same time', async () => {
    const runs = await query('select distinct applied_at from schema_migrations')
    expect(runs).toHaveLength(1)
    expect(servers.map(({ isAlive, output }) => [isAlive, /"level":"?(?:50|60|error)/.test(output)])).toEqual(
      servers.map(() => [true, false]),
    )
    expect(await query("select id from users where username = 'mora'")).toHaveLength(1)
  })

  test('an account has one daily limit', async () => {
    const player = await signUp('counted')
    const sent = Array.from({ length: dailyMessages + 20 }, (_, index) => send(at(index, player), 'Hi'))
    const statuses = (await Promise.all(sent)).map(({ response }) => response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(dailyMessages)
    expect(statuses.filter((status) => status !== 200)).toEqual(Array.from({ length: 20 }, () => 429))
  })

  test('a reply can be read from each server, from any position', async () => {
    const player = await signUp('reader')
    const stream = await send(player, 'Hi')
    const { conversationId, messageId } = (await stream.take<ReplyEvents['turn']>()).data
    const events = `/api/conversations/${conversationId}/replies/${messageId}/events`
    const readers = servers.map(async (_, index) => {
      const reader = await at(index, player).stream('GET', events, { lastEventId: String(index) })
      return (await reader.rest()).at(-1)?.data.response
    })
    const text = (await stream.rest()).at(-1)?.data.response
    expect(text).toMatch(/^The curtain rises/)
    expect(await Promise.all(readers)).toEqual(servers.map(() => text))
  })

  test('an alert reaches the dashboards of all, once', async () => {
    const admin = at(0, { cookie: '' })
    await admin.post('/api/auth/login', { username: 'mora', password })
    const sockets = await Promise.all(
      servers.map((server, index) => AlertSocket.open({ url: server.url }, at(index, admin))),
    )
    const reporter = await signUp('reporter')
    const target = { targetType: 'character', targetId: character.id }
    await at(count - 1, reporter).post('/api/reports', { ...target, category: 'spam', note: '' })
    for (const socket of sockets) expect((await socket.take()).type).toBe('flag_alert')
    expect(sockets.map(({ alertedFlags }) => alertedFlags.length)).toEqual(servers.map(() => 1))
    for (const { socket } of sockets) socket.terminate()
  })

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
