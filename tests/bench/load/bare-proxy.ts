import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The minimal server that streams a model's reply: it reads the request, forwards it to the upstream, parses every
 * event, collects the text, sends an event for each token, and aborts when the client disconnects. It has no accounts,
 * no storage and no prompt. The benchmarks compare the CPU time of the server with it.
 */
const upstream = new URL('/v1/chat/completions', process.argv[2])

const server = createServer((incoming, response) => void handleRequest(incoming, response))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

async function handleRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk
  const { model, messages } = JSON.parse(body) as { model: string; messages: unknown[] }
  const headers = { 'content-type': 'application/json' }
  const upstreamRequest = request(upstream, { method: 'POST', headers }, (upstreamResponse) =>
    relayEvents(upstreamResponse, response),
  )
  upstreamRequest.on('error', () => response.destroy())
  response.on('close', () => upstreamRequest.destroy())
  upstreamRequest.end(JSON.stringify({ model, messages, stream: true, stream_options: { include_usage: true } }))
}

function relayEvents(upstreamResponse: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  let buffer = ''
  let text = ''
  upstreamResponse.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk
    for (let end = buffer.indexOf('\n\n'); end !== -1; end = buffer.indexOf('\n\n')) {
      const data = buffer.slice(buffer.indexOf('data: ') + 6, end)
      buffer = buffer.slice(end + 2)
      if (data === '[DONE]') continue
      const { choices } = JSON.parse(data) as { choices: { delta?: { content?: string } }[] }
      const token = choices[0]?.delta?.content ?? ''
      if (token === '') continue
      text += token
      response.write(`id: ${text.length}\nevent: delta\ndata: ${JSON.stringify({ text: token })}\n\n`)
    }
  })
  upstreamResponse.on('end', () => response.end(`event: done\ndata: ${JSON.stringify({ response: text })}\n\n`))
}
