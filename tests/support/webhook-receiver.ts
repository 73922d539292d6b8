import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve } from './serve.ts'

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
  const { url, close } = await serve(server)
  return Object.assign(receiver, {
    received,
    port: Number(new URL(url).port),
    url: `${url}/hook`,
    typesOf: () => received.map(({ event }) => event.type),
    close,
  })
}
