import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedReply {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface ScriptedRequest {
  path: string
  body: Record<string, unknown>
  /** The body as it was received. */
  text: string
}

/** What the server answers to a request: a reply, or anything that the function writes to the response itself. */
export type Script = (request: ScriptedRequest, index: number, response: ServerResponse) => ScriptedReply | null

/**
 * A model server that answers each POST as its script says, and every GET with 404. `info`: what it tells about its model, by
 * the path.
 */
export async function startScriptedUpstream(script: Script, info: Record<string, object> = {}) {
  const requests: ScriptedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const told = info[request.url ?? '']
      if (told) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
      if (request.method !== 'POST' || request.url === '/api/show') return void response.writeHead(404).end()
      const text = Buffer.concat(chunks).toString('utf8')
      const received = { path: request.url ?? '', body: JSON.parse(text) as Record<string, unknown>, text }
      requests.push(received)
      const reply = script(received, requests.length - 1, response)
      if (reply === null) return
      response.writeHead(reply.status ?? 200, { 'content-type': 'text/event-stream', ...reply.headers })
      response.end(reply.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    requests,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
