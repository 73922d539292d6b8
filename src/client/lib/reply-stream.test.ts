import fc from 'fast-check'
import { type FastifyReply, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import type { ReplyEvent } from './reply-events.ts'
import { type ReplySource, readReply } from './reply-stream.ts'

/**
 * What the server does with its one reply. `cuts`: after how many bytes each connection is destroyed (the last one is
 * not), so that breaks fall anywhere: inside an event, inside a character, before the headers.
 */
interface Behaviour {
  pieces: string[]
  cuts: number[]
  /** How many characters that the reader already has are sent again, as a faulty proxy might. */
  repeat: number
  begun: number
  joins: string[]
  /** What the server answers to the next requests of a turn instead. */
  outages: { status: number; body?: object }[]
  /** The bodies of the requests to continue, and how many of them get no answer. */
  continues: unknown[]
  unanswered: number
}

let behaviour: Behaviour
let base = ''
const server = fastify({ forceCloseConnections: true })

function event(name: string, id: string, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

/** The stream as in the contract: an id is the length of the text so far. */
function streamFrom(have: number): string {
  const text = behaviour.pieces.join('')
  const from = Math.max(0, have - behaviour.repeat)
  let out = event('turn', '0', { conversationId: 'c1', userMessageId: 'u1', messageId: 'm1' })
  let length = 0
  for (const piece of behaviour.pieces) {
    length += piece.length
    const fresh = piece.slice(Math.max(0, piece.length - (length - from)))
    if (length > from) out += `: still here\n\n${event('delta', String(length), { text: fresh })}`
  }
  const done = {
    response: text,
    conversationId: 'c1',
    messageId: 'm1',
    status: 'complete',
    finish: 'stop',
    usage: null,
  }
  return out + event('done', `${length}!`, done)
}

function respond({ raw }: FastifyReply, have: number) {
  const bytes = new TextEncoder().encode(streamFrom(have))
  const cut = behaviour.cuts.shift()
  if (cut === 0) return raw.destroy()
  raw.writeHead(200, { 'content-type': 'text/event-stream' })
  if (cut === undefined) return raw.end(bytes)
  raw.write(bytes.subarray(0, cut), () => raw.destroy())
}

server.post('/api/chat', (request, reply) => {
  const { refuse, whole, bare } = request.body as { refuse?: number; whole?: boolean; bare?: boolean }
  if (bare) return reply.send({ response: 'All of it.', conversationId: 'c1' })
  if (refuse) return reply.code(refuse).send({ error: 'No.', errorType: 'rate_limited' })
  if (whole) return reply.send({ response: 'All of it.', conversationId: 'c1', messageId: 'm1', userMessageId: null })
  behaviour.begun += 1
  const outage = behaviour.outages.shift()
  if (outage) return reply.code(outage.status).send(outage.body)
  reply.hijack()
  respond(reply, 0)
})
server.post('/api/conversations/c1/replies/:messageId/continue', (request, reply) => {
  behaviour.continues.push(request.body)
  const { messageId } = request.params as { messageId: string }
  if (messageId === 'old') return reply.code(429).send({ error: 'No more for today.' })
  if (behaviour.continues.length <= behaviour.unanswered) return reply.hijack().raw.destroy()
  return reply.code(202).send({ conversationId: 'c1', userMessageId: null, messageId })
})
server.get('/api/conversations/c1/replies/:messageId/events', (request, reply) => {
  const { messageId } = request.params as { messageId: string }
  if (messageId === 'gone') return reply.code(404).send({ error: 'Not found. Try other words.' })
  behaviour.joins.push(String(request.headers['last-event-id']))
  reply.hijack()
  respond(reply, Number(request.headers['last-event-id']))
})

beforeAll(async () => {
  base = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const fetchLocal: typeof fetch = (path, init) => fetch(`${base}${path}`, init)

async function read(source: ReplySource, options: Partial<ReadOptions> = {}): Promise<ReplyEvent[]> {
  const { signal } = new AbortController()
  const events: ReplyEvent[] = []
  for await (const reply of readReply(source, { signal, fetch: fetchLocal, delay: () => 0, ...options })) {
    events.push(reply)
  }
  return events
}

type ReadOptions = Parameters<typeof readReply>[1]
const textOf = (events: ReplyEvent[]) => events.map((one) => (one.type === 'delta' ? one.data.text : '')).join('')
const begin = { begin: { url: '/api/chat', body: {} } }
const reset = (changes: Partial<Behaviour>) => {
  behaviour = {
    pieces: ['Good ', 'evening.'],
    cuts: [],
    repeat: 0,
    begun: 0,
    joins: [],
    outages: [],
    continues: [],
    unanswered: 0,
    ...changes,
  }
}

it('neither repeats nor loses a character, wherever the connection breaks', async () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 20,
  })
  // The first cut is after the turn event; the next test covers cuts before it.
  const cuts = fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(pieces, cuts, fc.nat({ max: 30 }), async (texts, at, repeat) => {
      reset({ pieces: texts, cuts: [200, ...at], repeat })
      const events = await read(begin)
      expect(textOf(events)).toBe(texts.join(''))
      expect(events.filter((one) => one.type === 'turn')).toHaveLength(1)
      expect(events.at(-1)).toMatchObject({ type: 'done', data: { response: texts.join('') } })
      expect(behaviour.begun).toBe(1)
    }),
    { numRuns: 50 },
  )
})

it('repeats a request that got no answer, and gives up after four tries', async () => {
  reset({ cuts: [0, 0, 0] })
  expect(textOf(await read(begin))).toBe('Good evening.')
  expect(behaviour.begun).toBe(4)
  reset({ cuts: [0, 0, 0, 0] })
  await expect(read(begin)).rejects.toThrow()
  expect(behaviour.begun).toBe(4)
})

describe('a turn that the server does not take', () => {
  const stopping = { status: 503, body: { error: 'Restarting.', code: 'unavailable' } }
  const noStorage = { status: 503, body: { error: 'No storage.', code: 'storage_unavailable' } }
  const noServer = { status: 502 }

  it.each([stopping, noStorage, noServer])('because of %j is sent again', async (outage) => {
    reset({ outages: Array(3).fill(outage) })
    expect(textOf(await read(begin))).toBe('Good evening.')
    expect(behaviour.begun).toBe(4)
  })

  it('is sent again for 35 seconds during a deployment, and four times in other outages', async () => {
    for (const [outage, tries] of [
      [stopping, 8],
      [noStorage, 4],
    ] as const) {
      reset({ outages: Array(20).fill(outage) })
      let time = 0
      const now = () => time
      const delay = () => {
        time += 5_000
        return 0
      }
      await expect(read(begin, { delay, now })).rejects.toMatchObject({ status: 503 })
      expect([outage.body.code, behaviour.begun]).toEqual([outage.body.code, tries])
    }
  })

  it('because the model failed is not sent again', async () => {
    reset({ outages: [{ status: 502, body: { error: 'No answer.', code: 'server_error' } }] })
    await expect(read(begin)).rejects.toMatchObject({ status: 502 })
    expect(behaviour.begun).toBe(1)
  })
})

it('joins a running reply from the first character it does not have', async () => {
  reset({})
  const events = await read({ join: { conversationId: 'c1', messageId: 'm1', have: 7 } })
  expect(textOf(events)).toBe('Good evening.'.slice(7))
  expect(behaviour.joins).toEqual(['7'])
  expect(events[0]?.type).toBe('delta')
})

it('repeats the request to continue until there is an answer, and then joins from the stored text', async () => {
  reset({ unanswered: 2, cuts: [0] })
  const events = await read({ continue: { conversationId: 'c1', messageId: 'm1', have: 4 } })
  expect(textOf(events)).toBe('Good evening.'.slice(4))
  expect(behaviour.continues).toEqual([{ length: 4 }, { length: 4 }, { length: 4 }])
  expect(behaviour.joins).toEqual(['4', '4'])
})

it('counts on from a text that was replaced', async () => {
  reset({})
  const stream = [
    event('turn', '0', { conversationId: 'c1', userMessageId: 'u1', messageId: 'm1' }),
    event('loading', '0', {}),
    event('delta', '12', { text: 'Let me think' }),
    event('replace', '5', { text: 'Good ' }),
    event('delta', '13', { text: 'evening.' }),
  ]
  const headers = { 'content-type': 'text/event-stream' }
  const fetchReplaced = () => Promise.resolve(new Response(stream.join(''), { headers }))
  const events: ReplyEvent[] = []
  const options = { signal: new AbortController().signal, fetch: fetchReplaced, delay: () => 0 }
  for await (const one of readReply(begin, options)) if (events.push(one) === 5) break
  expect(events.map(({ type }) => type)).toEqual(['turn', 'loading', 'delta', 'replace', 'delta'])
  expect(events.at(-1)).toMatchObject({ data: { text: 'evening.' } })
})

it('throws a refusal with the server’s body', async () => {
  reset({})
  const refused = await read({ begin: { url: '/api/chat', body: { refuse: 429 } } }).catch((error) => error)
  expect(refused).toBeInstanceOf(HttpError)
  expect(refused).toMatchObject({ status: 429, body: { errorType: 'rate_limited' } })
  const gone = { join: { conversationId: 'c1', messageId: 'gone', have: 0 } }
  await expect(read(gone)).rejects.toMatchObject({ status: 404 })
  const old = { continue: { conversationId: 'c1', messageId: 'old', have: 4 } }
  await expect(read(old)).rejects.toMatchObject({ status: 429 })
  expect(behaviour.joins).toEqual([])
})

it('reads a JSON reply of exactly the specified fields', async () => {
  reset({})
  const events = await read({ begin: { url: '/api/chat', body: { bare: true } } })
  expect(events).toEqual([
    { type: 'turn', data: { conversationId: 'c1', messageId: '', userMessageId: null }, length: 0 },
    { type: 'delta', data: { text: 'All of it.' } },
    expect.objectContaining({
      type: 'done',
      data: expect.objectContaining({ response: 'All of it.', conversationId: 'c1', status: 'complete' }),
    }),
  ])
})

it('ends without an error when the reader aborts', async () => {
  reset({ cuts: [200] })
  const controller = new AbortController()
  const onConnection = (state: string) => state === 'lost' && controller.abort()
  const events = await read(begin, { signal: controller.signal, delay: () => 60_000, onConnection })
  expect(events.some((one) => one.type === 'turn')).toBe(true)
  expect(events.some((one) => one.type === 'done')).toBe(false)
})

it('closes a silent connection and joins again', async () => {
  reset({})
  let calls = 0
  const silentOnce: typeof fetch = (path, init) => {
    calls += 1
    if (calls > 1) return fetchLocal(path, init)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(streamFrom(0).slice(0, 160)))
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  }
  const events = await read(begin, { fetch: silentOnce, silenceLimit: 20 })
  expect(textOf(events)).toBe('Good evening.')
  expect(calls).toBe(2)
})
