import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TimerWheel } from '#tests/support/timer-wheel.ts'
import { openai } from '#tests/support/upstream-dialect.ts'
import { tokenText } from '#tests/support/upstream-stream.ts'

/** Reply lengths in tokens. At 10 ms a token they take from 0.15 s to a minute, longer than a server runs in a round. */
const lengths = { short: 15, medium: 40, long: 350, endless: 6_000 } as const
export type ReplyLength = keyof typeof lengths

const firstTokenMs = 15
const gapMs = 10
const keyPattern = new RegExp(`\\b(${Object.keys(lengths).join('|')})-[0-9a-f]{8}\\b`, 'g')

/** The whole reply to the message with this key. It begins with the key, so that no two replies are alike. */
export function replyTo(key: string): string {
  return tokensOf(key).join('')
}

function tokensOf(key: string): string[] {
  const length = lengths[key.split('-')[0] as ReplyLength]
  return Array.from({ length }, (_, index) => (index === 0 ? `${key}: ` : tokenText(index)))
}

/** A model server whose reply is determined by the last key (such as `short-0123abcd`) in the user's messages. */
export class ScriptedModel {
  readonly #server: Server = createServer((request, response) => void this.#respond(request, response))
  readonly #timers = new TimerWheel()

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async close(): Promise<void> {
    this.#timers.stop()
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The server asks what kind of model server this is.
    if (request.method !== 'POST') return void response.writeHead(404).end()
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
    const userMessages = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    const key = userMessages.join('\n').match(keyPattern)?.at(-1)
    if (!key) return void response.writeHead(400).end(openai.error('request', 'no message contains a key'))
    this.#stream(response, tokensOf(key))
  }

  #stream(response: ServerResponse, tokens: string[]): void {
    const start = performance.now() + firstTokenMs
    const usage = { promptTokens: 1, replyTokens: tokens.length, cachedTokens: 0 }
    const writeToken = (index: number) => {
      if (response.destroyed) return
      const token = tokens[index]
      if (token === undefined) return void response.end(openai.finish('scripted', 'stop', usage, true) + openai.done)
      if (index === 0) response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(openai.token('scripted', token))
      this.#timers.schedule(start + (index + 1) * gapMs, () => writeToken(index + 1))
    }
    this.#timers.schedule(start, () => writeToken(0))
  }
}
