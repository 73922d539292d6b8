import fc from 'fast-check'
import { type FastifyReply, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import type { ReplyEvent } from './reply-events.ts'
import { type ReplySource, readReply } from './reply-stream.ts'

/**
 * A server with one reply, told piece by piece. `cuts` says after how many bytes each connection is torn down (the
 * last one is let through), so that breaks fall anywhere: inside an event, inside a character, before the headers.
 */
interface Play {
  pieces: string[]
  cuts: number[]
  /** Tells this much of what the reader already has once more, as a careless proxy might. */
  repeat: number
  begun: number
  joins: string[]
}

let play: Play
let base = ''
const server = fastify({ forceCloseConnections: true })

function event(name: string, id: string, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

/** The stream as the contract has it: ids are the length of the text so far. */
function script(have: number): string {
  const text = play.pieces.join('')
  const from = Math.max(0, have - play.repeat)
  let out = event('turn', '0', { conversationId: 'c1', userMessageId: 'u1', messageId: 'm1' })
  let length = 0
  for (const piece of play.pieces) {
    length += piece.length
    const fresh = piece.slice(Math.max(0, piece.length - (length - from)))
    if (length > from) out += `: still here\n\n${event('delta', String(length), { text: fresh })}`
  }
  const done = { response: text, conversationId: 'c1', messageId: 'm1', status: 'complete', usage: null }
  return out + event('done', `${length}!`, done)
}

function tell({ raw }: FastifyReply, have: number) {
  const bytes = new TextEncoder().encode(script(have))
  const cut = play.cuts.shift()
  if (cut === 0) return raw.destroy()
  raw.writeHead(200, { 'content-type': 'text/event-stream' })
  if (cut === undefined) return raw.end(bytes)
  raw.write(bytes.subarray(0, cut), () => raw.destroy())
}

server.post('/api/chat', (request, reply) => {
  const { refuse, whole } = request.body as { refuse?: number; whole?: boolean }
  if (refuse) return reply.code(refuse).send({ error: 'No.', errorType: 'rate_limited' })
  if (whole) return reply.send({ response: 'All of it.', conversationId: 'c1', messageId: 'm1', userMessageId: null })
  play.begun += 1
  reply.hijack()
  tell(reply, 0)
})
server.get('/api/conversations/c1/replies/:messageId/events', (request, reply) => {
  const { messageId } = request.params as { messageId: string }
  if (messageId === 'gone') return reply.code(404).send({ error: 'Nothing here by that name.' })
  play.joins.push(String(request.headers['last-event-id']))
  reply.hijack()
  tell(reply, Number(request.headers['last-event-id']))
})

beforeAll(async () => {
  base = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const here: typeof fetch = (path, init) => fetch(`${base}${path}`, init)

async function read(source: ReplySource, signal = new AbortController().signal): Promise<ReplyEvent[]> {
  const events: ReplyEvent[] = []
  for await (const reply of readReply(source, { signal, fetch: here, delay: () => 0 })) events.push(reply)
  return events
}

const textOf = (events: ReplyEvent[]) => events.map((one) => (one.type === 'delta' ? one.data.text : '')).join('')
const begin = { begin: { url: '/api/chat', body: {} } }
const reset = (changes: Partial<Play>) => {
  play = { pieces: ['Good ', 'evening.'], cuts: [], repeat: 0, begun: 0, joins: [], ...changes }
}

describe('readReply', () => {
  it('neither repeats nor loses a character, wherever the line is cut', async () => {
    const pieces = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
      minLength: 1,
      maxLength: 20,
    })
    // The first cut falls after the turn is known; cuts before it are the next test's.
    const cuts = fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(pieces, cuts, fc.nat({ max: 30 }), async (told, at, repeat) => {
        reset({ pieces: told, cuts: [200, ...at], repeat })
        const events = await read(begin)
        expect(textOf(events)).toBe(told.join(''))
        expect(events.filter((one) => one.type === 'turn')).toHaveLength(1)
        expect(events.at(-1)).toMatchObject({ type: 'done', data: { response: told.join('') } })
        expect(play.begun).toBe(1)
      }),
      { numRuns: 150 },
    )
  })

  it('begins again when the request itself was lost, and gives up after four tries', async () => {
    reset({ cuts: [0, 0, 0] })
    expect(textOf(await read(begin))).toBe('Good evening.')
    expect(play.begun).toBe(4)
    reset({ cuts: [0, 0, 0, 0] })
    await expect(read(begin)).rejects.toThrow()
    expect(play.begun).toBe(4)
  })

  it('joins a running reply from the first character it does not hold', async () => {
    reset({})
    const events = await read({ join: { conversationId: 'c1', messageId: 'm1', have: 7 } })
    expect(textOf(events)).toBe('Good evening.'.slice(7))
    expect(play.joins).toEqual(['7'])
    expect(events[0]?.type).toBe('delta')
  })

  it('passes a refusal on with what the server said', async () => {
    reset({})
    const refused = await read({ begin: { url: '/api/chat', body: { refuse: 429 } } }).catch((error) => error)
    expect(refused).toBeInstanceOf(HttpError)
    expect(refused).toMatchObject({ status: 429, body: { errorType: 'rate_limited' } })
    await expect(read({ join: { conversationId: 'c1', messageId: 'gone', have: 0 } })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('takes a whole reply where nothing streams', async () => {
    reset({})
    const events = await read({ begin: { url: '/api/chat', body: { whole: true } } })
    expect(events.map((one) => one.type)).toEqual(['turn', 'delta', 'done'])
    expect(textOf(events)).toBe('All of it.')
  })

  it('ends quietly when the reader leaves', async () => {
    reset({ cuts: [200] })
    const leaving = new AbortController()
    const onConnection = (state: string) => state === 'lost' && leaving.abort()
    const options = { signal: leaving.signal, fetch: here, delay: () => 60_000, onConnection }
    const events: ReplyEvent[] = []
    for await (const reply of readReply(begin, options)) events.push(reply)
    expect(events.some((one) => one.type === 'turn')).toBe(true)
    expect(events.some((one) => one.type === 'done')).toBe(false)
  })

  it('hangs up on a line that has gone silent', async () => {
    reset({})
    let calls = 0
    const silentOnce: typeof fetch = (path, init) => {
      calls += 1
      if (calls > 1) return here(path, init)
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(script(0).slice(0, 160)))
          init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
        },
      })
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
    }
    const events: ReplyEvent[] = []
    const options = { signal: new AbortController().signal, fetch: silentOnce, delay: () => 0, silenceLimit: 20 }
    for await (const reply of readReply(begin, options)) events.push(reply)
    expect(textOf(events)).toBe('Good evening.')
    expect(calls).toBe(2)
  })
})
