import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { openEventStream } from './sse.ts'

test('a stream whose client has hung up before it begins is closed at once', async () => {
  const app = fastify()
  const opened = Promise.withResolvers<boolean>()
  app.get('/', async (request, reply) => {
    client.destroy()
    await once(reply.raw, 'close')
    const stream = openEventStream(request, reply)
    let isClosed = false
    stream.onClose(() => {
      isClosed = true
    })
    stream.send('delta', '1', { text: 'a' })
    stream.end()
    opened.resolve(isClosed)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = sendRequest(url).on('error', () => {})
  client.end()
  expect(await opened.promise).toBe(true)
  await app.close()
})
