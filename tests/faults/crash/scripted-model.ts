import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TimerWheel } from '#tests/support/timer-wheel.ts'
import { openai } from '#tests/support/upstream-dialect.ts'
import { tokenText } from '#tests/support/upstream-stream.ts'

/** How long a reply is, by the name of the line it answers: some end within a blink, some outlive any server. */
const lengths = { quip: 15, scene: 40, epic: 350, saga: 6_000 } as const
export type ReplyLength = keyof typeof lengths

const firstTokenMs = 15
const gapMs = 10
const keyPattern = new RegExp(`\\b(${Object.keys(lengths).join('|')})-[0-9a-f]{8}\\b`, 'g')

/** The whole reply to the line of this key: the key itself and then words, so that no two replies are alike. */
export function replyTo(key: string): string {
  return tokensOf(key).join('')
}

function tokensOf(key: string): string[] {
  const length = lengths[key.split('-')[0] as ReplyLength]
  return Array.from({ length }, (_, index) => (index === 0 ? `${key}: ` : tokenText(index)))
}

/** A model server whose every reply is known beforehand from the player's last line that names a key. */
export class ToldVoice {
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response))
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    const key = said.join('\n').match(keyPattern)?.at(-1)
    if (!key) return void response.writeHead(400).end(openai.error('request', 'no line names a key'))
    this.#speak(response, tokensOf(key))
  }

  #speak(response: ServerResponse, tokens: string[]): void {
    const start = performance.now() + firstTokenMs
    const usage = { promptTokens: 1, replyTokens: tokens.length, cachedTokens: 0 }
    const say = (index: number) => {
      if (response.destroyed) return
      const token = tokens[index]
      if (token === undefined) return void response.end(openai.finish('told', 'stop', usage, true) + openai.done)
      if (index === 0) response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(openai.token('told', token))
      this.#timers.schedule(start + (index + 1) * gapMs, () => say(index + 1))
    }
    this.#timers.schedule(start, () => say(0))
  }
}
