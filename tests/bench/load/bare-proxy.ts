import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The least a server can do that streams a model's reply: it reads the request, asks the upstream, parses every event,
 * keeps the text, sends an event for each token, and hangs up when the reader does. No accounts, no storage, no prompt.
 * It is what our own CPU time is measured against.
 */
const upstream = new URL('/v1/chat/completions', process.argv[2])

const server = createServer((incoming, response) => void relay(incoming, response))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

async function relay(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk
  const { model, messages } = JSON.parse(body) as { model: string; messages: unknown[] }
  const headers = { 'content-type': 'application/json' }
  const asked = request(upstream, { method: 'POST', headers }, (answer) => speak(answer, response))
  asked.on('error', () => response.destroy())
  response.on('close', () => asked.destroy())
  asked.end(JSON.stringify({ model, messages, stream: true, stream_options: { include_usage: true } }))
}

function speak(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  let rest = ''
  let text = ''
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    rest += chunk
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const data = rest.slice(rest.indexOf('data: ') + 6, end)
      rest = rest.slice(end + 2)
      if (data === '[DONE]') continue
      const { choices } = JSON.parse(data) as { choices: { delta?: { content?: string } }[] }
      const token = choices[0]?.delta?.content ?? ''
      if (token === '') continue
      text += token
      response.write(`id: ${text.length}\nevent: delta\ndata: ${JSON.stringify({ text: token })}\n\n`)
    }
  })
  answer.on('end', () => response.end(`event: done\ndata: ${JSON.stringify({ response: text })}\n\n`))
}
