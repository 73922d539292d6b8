import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readChunks } from './read-chunks.ts'

const body = 'x'.repeat(4_000_000)

/** Sends the body to a server that reads it. `iterations`: those of the event loop that it took. */
async function receive<Result>(read: (request: IncomingMessage) => Promise<Result>, headers = {}) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers })
  // Where the server does not read all of it.
  sent.on('error', () => {})
  sent.end(body)
  const [received] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  let iterations = 0
  let isOver = false
  const count = () => {
    iterations += 1
    if (!isOver) setImmediate(count)
  }
  count()
  try {
    return { result: await read(received), iterations }
  } finally {
    isOver = true
    sent.destroy()
    server.closeAllConnections()
    server.close()
  }
}

test('readChunks reads a whole body, and at most a chunk in an iteration of the event loop', async () => {
  const { result, iterations } = await receive((incoming) => readChunks(incoming, body.length))
  expect(Buffer.concat(result).equals(Buffer.from(body))).toBe(true)
  expect(result.length).toBeGreaterThan(10)
  expect(iterations).toBeGreaterThanOrEqual(result.length)
})

test.each([['content-length', String(body.length)] as const, ['transfer-encoding', 'chunked'] as const])(
  'readChunks refuses a body over the limit and leaves the connection open: %s',
  async (name, value) => {
    const { result } = await receive(
      async (incoming) => {
        const error = await readChunks(incoming, 1_000_000).catch((reason: unknown) => reason)
        return { error, isOpen: !incoming.socket.destroyed }
      },
      { [name]: value },
    )
    expect(result).toMatchObject({ error: { code: 'payload_too_large' }, isOpen: true })
  },
)
