import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '#server/core/log.ts'
import { connectionLimits, limitConnections } from './connections.ts'

const mb = 1_000_000
/** More than the operating system buffers for a connection. */
const large = 'x'.repeat(16 * mb)
const sockets: Socket[] = []
let app: FastifyInstance | undefined

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app?.close()
})

async function listen(limits: Partial<typeof connectionLimits>, isTrusted = () => false): Promise<void> {
  app = fastify({ bodyLimit: 16 * mb, forceCloseConnections: true })
  limitConnections(app, {
    isTrusted,
    log: createLog('silent'),
    reject: (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n'),
    limits: { ...connectionLimits, checkInterval: 10, ...limits },
  })
  app.post('/', async () => 'ok')
  app.get('/', async () => 'ok')
  app.get('/medium', async () => large.slice(0, 8 * mb))
  app.get('/large', async () => large)
  await app.listen({ port: 0 })
}

function open(): Socket {
  const address = app?.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  sockets.push(socket)
  return socket.on('error', () => {})
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`

/** Sends half of a body; resolves once the server has begun the request. */
async function stall(bytes: number): Promise<Socket> {
  const socket = open()
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${16 * mb}\r\n`)
  socket.write('expect: 100-continue\r\n\r\n')
  await once(socket, 'data')
  socket.write('x'.repeat(bytes))
  return socket
}

test('an address has a limited number of connections, and can connect again after it closed one', async () => {
  await listen({ perAddress: 3 })
  const opened = [open(), open(), open()]
  for (const socket of opened) await once(socket, 'connect')
  await once(open(), 'close')
  opened[0]?.destroy()
  let answer = ''
  // The server notices the end a moment after the client.
  while (!answer.includes('200 OK')) {
    const socket = open()
    socket.write(get('/'))
    answer = await text(socket).catch(() => '')
  }
})

test('a trusted proxy has any number of connections', async () => {
  await listen({ perAddress: 3 }, () => true)
  for (let count = 0; count < 10; count++) await once(open(), 'connect')
  const last = open()
  last.write(get('/'))
  expect(await text(last)).toContain('200 OK')
})

test('of unfinished requests that hold too much, the oldest is dropped', async () => {
  await listen({ received: 5 * mb })
  const oldest = await stall(2 * mb)
  const younger = await stall(2 * mb)
  const closed = once(oldest, 'close')
  const answer = text(oldest)
  await stall(2 * mb)
  await closed
  expect(await answer).toContain('408')
  expect(younger.destroyed).toBe(false)
})

test('many small unfinished requests count too', async () => {
  await listen({ received: 3 * connectionLimits.requestBytes })
  const oldest = await stall(1)
  const closed = once(oldest.resume(), 'close')
  for (let count = 0; count < 3; count++) await stall(1)
  await closed
})

test('of responses that are not read and hold too much, the largest is dropped', async () => {
  await listen({ unread: 30 * mb })
  const opened: Socket[] = []
  for (const path of ['/medium', '/large', '/large']) {
    const socket = open()
    opened.push(socket)
    socket.write(get(path))
    await once(socket, 'connect')
  }
  await waitForConnections(2)
  const lengths = await Promise.all(opened.map(async (socket) => (await text(socket)).length))
  expect(lengths[0]).toBeGreaterThan(8 * mb)
  expect(lengths.filter((length) => length > large.length)).toHaveLength(1)
})

test('a response that is not read is dropped, and one that is being read is not', async () => {
  await listen({ readTimeout: 1_000 })
  open().write(get('/large'))
  const reader = open()
  reader.write(get('/large'))
  expect((await text(reader)).length).toBeGreaterThan(16 * mb)
  await waitForConnections(0)
})

/** Resolves when the server has at most this many connections. */
async function waitForConnections(most: number): Promise<void> {
  const count = () => new Promise<number>((resolve) => app?.server.getConnections((_, number) => resolve(number)))
  await expect.poll(count).toBeLessThanOrEqual(most)
}
