import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '#server/core/log.ts'
import { connectionLimits, limitConnections } from './connections.ts'

/** More than the operating system buffers for a connection. */
const large = 'x'.repeat(16_000_000)
const sockets: Socket[] = []
let app: FastifyInstance | undefined
/** Resolved when the response of `/slow` is made. */
let made: PromiseWithResolvers<string>

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app?.close()
})

async function listen(limits: Partial<typeof connectionLimits>, isTrusted = () => false): Promise<void> {
  made = Promise.withResolvers()
  app = fastify({ forceCloseConnections: true })
  limitConnections(app.server, { isTrusted, log: createLog('silent'), limits: { ...connectionLimits, ...limits } })
  app.get('/', async () => 'ok')
  app.get('/large', async () => large)
  app.get('/slow', () => made.promise)
  await app.listen({ port: 0 })
}

function open(): Socket {
  const address = app?.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  sockets.push(socket)
  return socket.on('error', () => {})
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`

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

test('a response that is not read is dropped, and one that is being read or made is not', async () => {
  await listen({ readTimeout: 1_000 })
  const slow = open()
  slow.write(get('/slow'))
  open().write(get('/large'))
  const reader = open()
  reader.write(get('/large'))
  expect((await text(reader)).length).toBeGreaterThan(large.length)
  const count = () => new Promise<number>((resolve) => app?.server.getConnections((_, number) => resolve(number)))
  await expect.poll(count).toBe(1)
  made.resolve('made')
  expect(await text(slow)).toContain('made')
})
