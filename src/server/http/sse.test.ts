import { once } from 'node:events'
import { type ServerResponse, request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type EventStream, openEventStream } from './sse.ts'

const heartbeat = 15_000
let app: FastifyInstance
let socket: Socket
let stream: EventStream
let raw: ServerResponse
/** Resolves when the server has closed the stream. */
let closed: Promise<void>

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
})
afterAll(() => {
  vi.useRealTimers()
})
beforeEach(async () => {
  app = fastify({ forceCloseConnections: true })
  const opened = Promise.withResolvers<EventStream>()
  app.get('/', async (request, reply) => {
    raw = reply.raw
    opened.resolve(openEventStream(request, reply))
  })
  await app.listen({ port: 0 })
  const address = app.server.address()
  socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1').on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  stream = await opened.promise
  closed = new Promise((resolve) => stream.onClose(resolve))
})
afterEach(async () => {
  socket.destroy()
  await app.close()
})

/** Sends a frame and resolves when it was written. */
async function send(): Promise<void> {
  stream.send('delta', '1', { text: 'x'.repeat(50_000) })
  await new Promise(setImmediate)
}

test('a stream whose reader leaves more than a megabyte unread is disconnected', async () => {
  while (!raw.destroyed) await send()
  await closed
})

test('a stream whose reader takes nothing between two heartbeats is disconnected', async () => {
  while (raw.writableLength === 0) await send()
  vi.advanceTimersByTime(heartbeat)
  expect(raw.destroyed).toBe(false)
  vi.advanceTimersByTime(heartbeat)
  await closed
})

test('a stream whose reader reads stays open', async () => {
  socket.resume()
  for (let beats = 0; beats < 5; beats++) {
    await send()
    vi.advanceTimersByTime(heartbeat)
  }
  expect(raw.destroyed).toBe(false)
})

test('a stream whose client has hung up before it begins is closed at once', async () => {
  const other = fastify()
  const begun = Promise.withResolvers<boolean>()
  other.get('/', async (request, reply) => {
    client.destroy()
    await once(reply.raw, 'close')
    const late = openEventStream(request, reply)
    let isClosed = false
    late.onClose(() => {
      isClosed = true
    })
    late.send('delta', '1', { text: 'a' })
    late.end()
    begun.resolve(isClosed)
  })
  const url = await other.listen({ host: '127.0.0.1', port: 0 })
  const client = sendRequest(url).on('error', () => {})
  client.end()
  expect(await begun.promise).toBe(true)
  await other.close()
})
