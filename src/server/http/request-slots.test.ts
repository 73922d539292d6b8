import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from './api-error.ts'
import { setErrorHandling } from './error-handler.ts'
import { limitSlots, slotLimits, slotTimeout } from './request-slots.ts'

const { max, maxPerAccount } = slotLimits.imports
/** More than the operating system buffers for a connection. */
const large = 'x'.repeat(16_000_000)
const sockets: Socket[] = []
let app: FastifyInstance
let now = 0
/** Bytes of bodies that are being read. */
let bytesReceived = 0
/** Bodies that were read. */
let read = 0
/** The requests that work, each with the function that ends it. */
let working: (() => void)[] = []

beforeEach(async () => {
  ;[now, bytesReceived, read, working] = [0, 0, 0, []]
  app = fastify({ bodyLimit: 20_000_000, forceCloseConnections: true })
  setErrorHandling(app)
  app.decorateRequest('viewer', {
    getter() {
      return { id: String(this.headers['x-account']) } as Viewer
    },
  })
  limitSlots(app, { now: () => now, elapsed: () => now })
  app.addHook('preParsing', async (_request, _reply, payload) => {
    payload.on('data', (chunk: Buffer) => {
      bytesReceived += chunk.length
    })
    return payload
  })
  app.addHook('preValidation', async () => {
    read += 1
  })
  app.post('/', { config: { access: 'signed-in', slot: 'imports' } }, async (request) => {
    await request.slot.run(() => new Promise<void>((resolve) => working.push(resolve)))
    return 'ok'
  })
  app.get('/', { config: { access: 'signed-in', slot: 'imports' } }, async () => large)
  app.post('/refused', { config: { access: 'signed-in', slot: 'imports' } }, async () => {
    throw new ApiError('bad_request')
  })
  await app.listen({ port: 0 })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

function open(): Socket {
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  sockets.push(socket)
  return socket.on('error', () => {})
}

const head = (account: string, length: number, path = '/') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nx-account: ${account}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`

/** Sends the head of a request and a part of its body; resolves once the server has begun it. */
async function stall(account: string): Promise<Socket> {
  const socket = open()
  socket.write(`${head(account, 1_000_000)}expect: 100-continue\r\n\r\n`)
  await once(socket, 'data')
  socket.write('{')
  return socket
}

async function send(account: string, path = '/', end = 'connection: close\r\n'): Promise<string> {
  const socket = open()
  socket.write(`${head(account, 2, path)}${end}\r\n{}`)
  return text(socket)
}

/** Sends a whole request; resolves once it works. */
async function work(account: string) {
  const before = working.length
  const socket = open()
  socket.write(`${head(account, 2)}connection: close\r\n\r\n{}`)
  await expect.poll(() => working.length).toBe(before + 1)
  return { socket, answer: text(socket).catch(() => '') }
}

const accounts = Array.from({ length: max }, (_, index) => `account-${index}`)
function expectBusy(answer: string) {
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toContain('retry-after: 5\r\n')
  expect(answer).toContain(slotLimits.imports.message)
}

const countConnections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

test('without a free slot, a request is refused before its body has arrived, and its connection is closed', async () => {
  for (const account of accounts) await stall(account)
  const socket = open()
  socket.write(`${head('late', large.length)}\r\n`)
  const answer = await text(socket)
  expectBusy(answer)
  expect(answer).toContain('connection: close\r\n')
  expect(read).toBe(0)
})

test('a refused client that sends its whole body first reads the response', async () => {
  for (const account of accounts) await stall(account)
  const socket = open()
  const answer = text(socket)
  await new Promise<void>((resolve, reject) =>
    socket.write(`${head('late', large.length)}connection: close\r\n\r\n${large}`, (error) =>
      error ? reject(error) : resolve(),
    ),
  )
  expectBusy(await answer)
  expect(read).toBe(0)
})

test('an account has its own number of slots', async () => {
  for (let count = 0; count < maxPerAccount; count++) await stall('one')
  expectBusy(await send('one'))
  await work('another')
})

test('a slot is free again after a response, a refusal and a closed connection', async () => {
  const first = await work('one')
  expectBusy(await send('one'))
  working.pop()?.()
  expect(await first.answer).toContain('200 OK')
  for (let count = 0; count < 3; count++) expect(await send('one', '/refused')).toContain('400 Bad Request')
  const aborted = await stall('one')
  aborted.destroy()
  await expect.poll(() => send('one', '/refused')).toContain('400 Bad Request')
})

test('a client that disconnects while its request is processed holds the slot until the work has ended', async () => {
  const { socket } = await work('one')
  socket.destroy()
  await expect.poll(countConnections).toBe(0)
  expectBusy(await send('one'))
  working.pop()?.()
  await expect.poll(() => send('one', '/refused')).toContain('400 Bad Request')
})

test('queued work is not started when its client has disconnected', async () => {
  const first = await work('one')
  const gone = open()
  gone.write(`${head('two', 2)}\r\n{}`)
  await expect.poll(() => read).toBe(2)
  gone.destroy()
  await expect.poll(countConnections).toBe(1)
  working.pop()?.()
  await first.answer
  const next = await work('two')
  expect(working).toHaveLength(1)
  working.pop()?.()
  expect(await next.answer).toContain('200 OK')
})

test('a request takes the slot of a client that has sent nothing for a while, never that of a request that is processed', async () => {
  const first = await work('account-0')
  const stalled = []
  for (const account of accounts.slice(1)) stalled.push(text(await stall(account)).catch(() => ''))
  now += slotTimeout - 1
  expectBusy(await send('late'))
  // The few bytes that were sent give a little more time.
  now += 10
  expect(await send('late', '/refused')).toContain('400 Bad Request')
  expect(await stalled[0]).toContain('408 Request Timeout')
  working.pop()?.()
  expect(await first.answer).toContain('200 OK')
})

test('a client that sends fast enough keeps its slot', async () => {
  const [first] = await Promise.all(accounts.map(stall))
  const bytes = 500_000
  first?.write(' '.repeat(bytes))
  await expect.poll(() => bytesReceived).toBeGreaterThanOrEqual(max + bytes)
  now += slotTimeout + bytes / 100 - 1
  expect(await send('late', '/refused')).toContain('400 Bad Request')
  expect(first?.destroyed).toBe(false)
  first?.write(`}${' '.repeat(1_000_000 - bytes - 2)}`)
  await expect.poll(() => working.length).toBe(1)
})

test('a request takes the slot of a client that does not read its response', async () => {
  for (const account of accounts) {
    const reader = open()
    reader.write(`GET / HTTP/1.1\r\nhost: x\r\nx-account: ${account}\r\n\r\n`)
    await once(reader, 'data')
    reader.pause()
  }
  expectBusy(await send('late'))
  now += slotTimeout
  expect(await send('late', '/refused')).toContain('400 Bad Request')
})
