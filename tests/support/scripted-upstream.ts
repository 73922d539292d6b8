import { createServer, type ServerResponse } from 'node:http'
import { serve } from './serve.ts'

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

/** The body of a streamed reply in OpenAI's protocol, a few characters an event. */
export function streamOf(text: string, finish = 'stop'): string {
  const chunks: object[] = (text.match(/.{1,5}/gs) ?? []).map((content) => ({ choices: [{ delta: { content } }] }))
  chunks.push({ choices: [{ delta: {}, finish_reason: finish }] })
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
}

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
  const { url, close } = await serve(server)
  return {
    requests,
    baseUrl: `${url}/v1`,
    close,
  }
}
