import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { ApiError, type Call, type FakeChatService, startFakeChatService } from './fake-chat-service.ts'

const token = 'fake.not-a-real.token'
const application = '710000000000000001'
const bot = { id: '710000000000000002', username: 'troupe', bot: true }
/** GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT. */
const allowedIntents = (1 << 9) | (1 << 12) | (1 << 15)
/** Milliseconds between heartbeats: of a usual connection, and of one that is about to become silent. */
const heartbeatIntervals = { usual: 41_250, short: 200 }
/** Milliseconds in which a command must be answered. */
const answerWithin = 3_000
const pageSize = 100

const content = z
  .string()
  .max(2_000)
  .refine((value) => value.trim() !== '')
const allowed_mentions = z.strictObject({ parse: z.tuple([]) })
const name = z.string().regex(/^[-_'\p{Ll}\p{N}]{1,32}$/u)
const description = z.string().min(1).max(100)
const option = z.strictObject({
  type: z.literal(3),
  name,
  description,
  required: z.boolean().optional(),
  max_length: z.int().min(1).max(6_000).optional(),
})
const command = z.strictObject({
  name,
  description,
  options: z.array(option).max(25),
  integration_types: z.array(z.int().min(0).max(1)),
  contexts: z.array(z.int().min(0).max(2)),
})
const bodies = {
  commands: z.array(command).max(100),
  message: z.strictObject({ content, allowed_mentions, nonce: z.string().max(25), enforce_nonce: z.literal(true) }),
  edit: z.strictObject({ content, allowed_mentions }),
  answer: z.strictObject({ type: z.literal(4), data: z.strictObject({ content, allowed_mentions }) }),
}

interface Message {
  id: string
  channel_id: string
  type: number
  content: string
  author: { id: string; username: string; global_name?: string; bot?: boolean }
  mentions: object[]
}

interface Session {
  /** How many events were sent. */
  sent: number
  socket: WebSocket
}

interface Interaction {
  id: string
  token: string
  channel: string
  createdAt: number
  answer: string | null
}

const errorOf = (status: number, code: number, message: string) => new ApiError(status, { code, message })

/** Ids are not used again by another fake: a turn that is begun twice with an id is one turn. */
let lastId = 1_100_000_000_000_000_000n

/**
 * Discord's HTTP API and gateway for one bot. A command must be answered within three seconds, once; a message with the
 * nonce of another one is that one.
 */
export async function startFakeDiscord() {
  const history: Message[] = []
  const nonces = new Map<string, string>()
  const interactions: Interaction[] = []
  const sessions = new Set<Session>()
  const gateway = new WebSocketServer({ noServer: true, maxPayload: 4_096 })
  let heartbeats = 0
  let heartbeat_interval = heartbeatIntervals.usual
  let isSilent = false
  let interruptions = 0
  const violations: string[] = []

  const nextId = () => String(++lastId)

  function addMessage(channel_id: string, text: string, author: Message['author']): Message {
    const message = { id: nextId(), channel_id, type: 0, content: text.trim(), author, mentions: [] }
    history.push(message)
    if (author.bot) service.post(message.id, channel_id, message.content)
    dispatch('MESSAGE_CREATE', message)
    return message
  }

  function dispatch(t: string, d: unknown): void {
    for (const session of sessions) sendEvent(session, t, d)
  }

  function sendEvent(session: Session, t: string, d: unknown): void {
    session.sent += 1
    session.socket.send(JSON.stringify({ op: 0, t, s: session.sent, d }))
  }

  function answerInteraction(id: string, secret: string, text: string) {
    const interaction = interactions.find((one) => one.id === id && one.token === secret)
    if (!interaction || performance.now() - interaction.createdAt > answerWithin)
      throw errorOf(404, 10_062, 'Unknown interaction')
    if (interaction.answer) throw errorOf(400, 40_060, 'Interaction has already been acknowledged.')
    const message = addMessage(interaction.channel, text, bot)
    interaction.answer = message.id
    return { interaction: { id, type: 2, response_message_id: message.id }, resource: { type: 4, message } }
  }

  function readChannel(channel: string, query: URLSearchParams): Message[] {
    const limit = Number(query.get('limit') ?? 50)
    if (limit < 1 || limit > pageSize) throw errorOf(400, 50_035, 'Invalid Form Body')
    const after = query.get('after')
    const own = history.filter((message) => message.channel_id === channel)
    const found =
      after === null ? own.slice(-limit) : own.filter(({ id }) => BigInt(id) > BigInt(after)).slice(0, limit)
    return found.reverse()
  }

  interface Route {
    path: RegExp
    call?: Call
    answer(parts: string[], body: unknown, query: URLSearchParams): unknown
  }
  const routes: Record<string, Route[]> = {
    GET: [
      { path: /^applications\/@me$/, answer: () => ({ id: application }) },
      {
        path: /^gateway\/bot$/,
        answer: () => ({ url: gatewayUrl(), shards: 1, session_start_limit: { remaining: 999, reset_after: 0 } }),
      },
      { path: /^channels\/(\d+)\/messages$/, call: 'receive', answer: ([id = ''], _, query) => readChannel(id, query) },
      {
        path: /^webhooks\/(\d+)\/(\w+)\/messages\/@original$/,
        answer([, secret]) {
          const { answer } = interactions.find((one) => one.token === secret) ?? {}
          const message = history.find(({ id }) => id === answer)
          if (!message) throw errorOf(404, 10_015, 'Unknown Webhook')
          return message
        },
      },
    ],
    PUT: [
      {
        path: /^applications\/(\d+)\/commands$/,
        answer: (_, body) => bodies.commands.parse(body).map((one) => ({ ...one, id: nextId() })),
      },
    ],
    POST: [
      {
        path: /^channels\/(\d+)\/messages$/,
        call: 'post',
        answer([channel = ''], body) {
          const { content: text, nonce } = bodies.message.parse(body)
          const known = history.find(({ id }) => id === nonces.get(`${channel} ${nonce}`))
          const message = known ?? addMessage(channel, text, bot)
          nonces.set(`${channel} ${nonce}`, message.id)
          return message
        },
      },
      {
        path: /^interactions\/(\d+)\/(\w+)\/callback$/,
        answer: ([id = '', secret = ''], body) => answerInteraction(id, secret, bodies.answer.parse(body).data.content),
      },
    ],
    PATCH: [
      {
        path: /^channels\/(\d+)\/messages\/(\d+)$/,
        call: 'edit',
        answer([, id = ''], body) {
          const { content: text } = bodies.edit.parse(body)
          service.edit(id, text.trim())
          return { id }
        },
      },
    ],
  }

  const service = await startFakeChatService({
    limitError: (retry_after) =>
      new ApiError(429, { message: 'You are being rate limited.', retry_after, global: false }),
    route({ method = '', url = '', headers }, body) {
      const { pathname, searchParams } = new URL(url, 'http://discord')
      const path = pathname.replace('/api/v10/', '')
      if (headers.authorization !== `Bot ${token}`) throw errorOf(401, 0, '401: Unauthorized')
      if (!/^DiscordBot \(\S+, \d/.test(headers['user-agent'] ?? '')) throw errorOf(403, 0, 'No valid user agent')
      const route = routes[method]?.find((one) => one.path.test(path))
      if (!route) throw errorOf(404, 0, `404: Not Found (${method} ${path})`)
      const [, ...parts] = route.path.exec(path) ?? []
      return { call: route.call, answer: () => route.answer(parts, body, searchParams) }
    },
  })
  const gatewayUrl = () => service.url.replace('http', 'ws')
  service.server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/?v=10&encoding=json') return socket.destroy()
    gateway.handleUpgrade(request, socket, head, handleClient)
  })

  function handleClient(client: WebSocket): void {
    let session: Session | null = null
    isSilent = false
    const send = (payload: object) => client.send(JSON.stringify(payload))
    client.on('close', () => {
      if (session) sessions.delete(session)
      service.changes.emit('change')
    })
    client.on('message', (data) => {
      const { op, d } = JSON.parse(String(data))
      if (op === 1) {
        heartbeats += 1
        // Null: READY, the first event, may be on its way.
        if (session && (d === null ? session.sent > 1 : d > session.sent)) violations.push(`heartbeat with ${d}`)
        if (!isSilent) send({ op: 11 })
      } else if (session) client.close(4_005)
      else if (op === 2 && d.token !== token) client.close(4_004)
      else if (op === 2) {
        if (d.intents & ~allowedIntents) return client.close(4_014)
        session = { sent: 0, socket: client }
        sessions.add(session)
        sendEvent(session, 'READY', { v: 10, user: bot, guilds: [], application: { id: application } })
      } else client.close(4_003)
      service.changes.emit('change')
    })
    send({ op: 10, d: { heartbeat_interval } })
  }

  /** The connections of the bot end, or no event comes any more: on request, silently, or because their sessions do. */
  function end(how: 'cut' | 'reconnect' | 'silent' | 'invalid'): void {
    isSilent = how === 'silent'
    heartbeat_interval = how === 'invalid' ? heartbeatIntervals.short : heartbeatIntervals.usual
    for (const client of gateway.clients) {
      if (how === 'cut') client.terminate()
      if (how === 'reconnect') client.send(JSON.stringify({ op: 7, d: null }))
      if (how === 'invalid') client.send(JSON.stringify({ op: 9, d: false }))
    }
    sessions.clear()
  }

  return {
    ...service,
    args: ['discord'],
    env: { DISCORD_TOKEN: token, DISCORD_API: `${service.url}/api/v10` },
    prefix: '/',
    group: '4200',
    direct: '700',
    shortestLimit: 0.2,
    interrupt() {
      interruptions += 1
      end(interruptions % 2 === 1 ? 'cut' : 'invalid')
    },
    ready: () => service.until(() => sessions.size > 0),
    violations,
    heartbeats: () => heartbeats,
    write(channel: string, global_name: string, text: string) {
      const message = addMessage(channel, text, { id: '1000', username: global_name.toLowerCase(), global_name })
      return message.id
    },
    /** Somebody uses a slash command. Returns what became of it. */
    command(channel: string, name: string, value?: string): Interaction {
      const interaction = {
        id: nextId(),
        token: `secret${lastId}`,
        channel,
        createdAt: performance.now(),
        answer: null,
      }
      interactions.push(interaction)
      const options = value === undefined ? [] : [{ name: 'option', type: 3, value }]
      const { id, token: secret } = interaction
      dispatch('INTERACTION_CREATE', { id, token: secret, type: 2, channel_id: channel, data: { name, options } })
      return interaction
    },
    end,
    async close(): Promise<void> {
      for (const client of gateway.clients) client.terminate()
      await service.close()
    },
  } satisfies FakeChatService & Record<string, unknown>
}
