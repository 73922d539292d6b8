import type { ErrorBody } from '#shared/errors.ts'
import { readReply } from '../../packages/troupe-chat/troupe.mjs'
import { createRetryError, type Log, Refusal, tryUntilAnswered } from './try-until-answered.ts'

/** Seconds after which a limit of Troupe is waited for; longer ones are said in the channel. */
const longestWait = 120

/** The public API of a server, called with an API key. */
export class Troupe {
  readonly #url: string
  readonly #key: string
  readonly #log: Log

  constructor(url: string, key: string, log: Log) {
    this.#url = url.replace(/\/+$/, '')
    this.#key = key
    this.#log = log
  }

  call<T = null>(method: string, path: string, body?: object): Promise<T> {
    return this.#try(async () => {
      const response = await this.#request(method, path, body, 'application/json', AbortSignal.timeout(60_000))
      return (response.status === 204 ? null : await response.json()) as T
    })
  }

  /**
   * Sends a turn, and returns the text of its reply. After a lost connection the turn is sent again: with the same
   * `clientMessageId` the server sends the reply that it has begun, from its beginning.
   */
  receiveReply(
    path: string,
    body: { clientMessageId: string },
    listener: Parameters<typeof readReply>[1],
  ): Promise<string> {
    return this.#try(async () => {
      const response = await this.#request('POST', path, body, 'text/event-stream')
      const { text, error } = await readReply(response, listener)
      return error === null ? text : `${text}\n\n${error}`.trim()
    })
  }

  #try<T>(call: () => Promise<T>): Promise<T> {
    return tryUntilAnswered(this.#log, 'Troupe', call)
  }

  async #request(method: string, path: string, body: object | undefined, accept: string, signal?: AbortSignal) {
    const headers = { authorization: `Bearer ${this.#key}`, accept, 'content-type': 'application/json' }
    const response = await fetch(this.#url + path, { method, headers, body: JSON.stringify(body), signal })
    if (response.ok) return response
    const { error, code } = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
    const message = error ?? `status ${response.status}`
    const seconds = Number(response.headers.get('retry-after') ?? (code === 'turn_in_progress' ? 1 : Number.NaN))
    if (seconds <= longestWait) throw createRetryError(message, seconds)
    if (error === undefined && response.status >= 500) throw createRetryError(message)
    throw new Refusal(message)
  }
}
