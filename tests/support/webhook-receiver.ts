import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedEvent {
  headers: IncomingHttpHeaders
  body: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A receiver of webhooks. `answer` returns the status of the response; null: there is none. */
export async function startWebhookReceiver() {
  const received: ReceivedEvent[] = []
  const receiver = { answer: (_: ReceivedEvent): number | null => 204, connections: 0 }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const event = { headers: request.headers, body, event: JSON.parse(body) }
    received.push(event)
    const status = receiver.answer(event)
    if (status === null) return
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(100_000))
  })
  server.on('connection', () => {
    receiver.connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    received,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    typesOf: () => received.map(({ event }) => event.type),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
