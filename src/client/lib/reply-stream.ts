import { addressOf, HttpError, hasCode, throwUnlessOk } from '#client/lib/http.ts'
import { backoff, pause } from '#client/lib/reconnect.ts'
import type { RequestOf } from '#shared/api.ts'
import type { BegunTurn } from '#shared/reply-events.ts'
import { type ReceivedEvent, type ReplyEvent, readEvents } from './reply-events.ts'

/** A reply on the server, and how much of its text the client has. */
export interface ReplyPosition {
  conversationId: string
  messageId: string
  have: number
}

/**
 * A turn to begin, a reply to join, or an ended reply to let the model go on in. Repeating the request of a turn is safe:
 * it has a `clientMessageId`; so is repeating the request to go on, which names the length of the text.
 */
export type ReplySource =
  | { begin: { url: string; body: unknown } }
  | { join: ReplyPosition }
  | { continue: ReplyPosition }

type TurnRoute =
  | 'POST /api/chat'
  | 'POST /api/conversations/:id/replies'
  | 'POST /api/conversations/:id/messages/:messageId/edit'
  | 'POST /api/conversations/:id/draft'
  | 'POST /api/characters/try'
  | 'POST /api/embed/:token/chat'

export const beginOf = <Name extends TurnRoute>(
  route: Name,
  request: RequestOf<Name> & { body: unknown },
): ReplySource => ({
  begin: { url: addressOf(route, request), body: request.body },
})

export interface ReplyOptions {
  signal: AbortSignal
  /** Called when the connection to the server is lost and when it is back. */
  onConnection?: (state: 'connected' | 'lost') => void
  fetch?: typeof fetch
  /** Milliseconds of a monotonic timer. */
  now?: () => number
  /** The delay after the n-th failure in a row, in milliseconds. */
  delay?: (failures: number) => number
  /** The server sends a comment every 15 s; after a longer silence the connection counts as dead. Milliseconds. */
  silenceLimit?: number
}

/** How often a request that did not reach the server is tried before it counts as failed. */
const maxBeginTries = 4
/** Milliseconds for which a turn is retried while the server shuts down: a deployment lets running replies end first. */
const putOffLimit = 35_000

/**
 * Reads a reply to its end. When the connection breaks it joins the same reply again, from the first character the
 * client does not have, as often as needed: the yielded texts add up to the reply exactly once.
 *
 * @throws HttpError when the server refuses, and the network error when a turn could not be begun.
 */
export async function* readReply(source: ReplySource, options: ReplyOptions): AsyncGenerator<ReplyEvent, void, void> {
  const { signal, delay = backoff, onConnection, now = () => performance.now() } = options
  const progress = new Progress('begin' in source ? null : 'join' in source ? source.join : source.continue)
  let isContinued = !('continue' in source)
  const startedAt = now()
  for (let failures = 0; !signal.aborted; ) {
    const before = progress.mark()
    try {
      if ('continue' in source && !isContinued) {
        yield { type: 'turn', data: await postContinue(source.continue, options) }
      }
      isContinued = true
      const from = 'begin' in source && !progress.position ? source : progress.join()
      for await (const event of connect(from, options)) {
        const added = progress.take(event)
        if (added) yield added
        if (event.type === 'done' || event.type === 'error') return
      }
      throw new Error('The stream ended before the reply')
    } catch (error) {
      if (signal.aborted) return
      failures = progress.mark() === before ? failures + 1 : 1
      // A reply that is not stored ends with its connection.
      if (progress.position?.conversationId === '') throw error
      const hasBegun = progress.position !== null && isContinued
      if (error instanceof HttpError && !(hasBegun ? isTemporary(error.status) : isOutage(error))) throw error
      const isPutOff = hasCode(error, 'unavailable') && now() - startedAt < putOffLimit
      if (!hasBegun && !isPutOff && failures >= maxBeginTries) throw error
    }
    onConnection?.('lost')
    await pause(delay(failures), signal)
  }
}

/** A running reply survives these: the server restarts, or a proxy is busy. */
function isTemporary(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

/** The answer of a server that stops or has lost its storage, or of a proxy that finds no server. */
function isOutage(error: HttpError): boolean {
  if (!error.body) return error.status >= 502 && error.status <= 504
  return hasCode(error, 'unavailable') || hasCode(error, 'storage_unavailable')
}

/** Tracks how much of the text was yielded, and drops what was yielded before. */
class Progress {
  position: ReplyPosition | null

  constructor(position: ReplyPosition | null) {
    this.position = position && { ...position }
  }

  join(): { join: ReplyPosition } {
    if (!this.position) throw new Error('A reply without a position cannot be joined')
    return { join: this.position }
  }

  mark(): string {
    return `${this.position?.messageId} ${this.position?.have}`
  }

  take(event: ReceivedEvent): ReplyEvent | null {
    if (event.type === 'turn') return this.turn(event)
    if (event.type === 'delta') return this.delta(event)
    if (event.type === 'replace' && this.position) this.position.have = event.length
    return event
  }

  private turn(event: ReceivedEvent & { type: 'turn' }): ReplyEvent | null {
    const { conversationId, messageId } = event.data
    if (this.position?.messageId === messageId) return null
    this.position = { conversationId, messageId, have: 0 }
    return event
  }

  private delta(event: ReceivedEvent & { type: 'delta' }): ReplyEvent | null {
    if (!this.position) throw new Error('A delta event came before the turn event')
    const { have } = this.position
    const start = event.length - event.data.text.length
    if (start > have) throw new Error('A delta event is missing')
    if (event.length <= have) return null
    this.position.have = event.length
    return { type: 'delta', data: { text: event.data.text.slice(have - start) } }
  }
}

/** Asks the server to let the model go on in an ended reply. */
async function postContinue({ conversationId, messageId, have }: ReplyPosition, options: ReplyOptions) {
  const params = { id: conversationId, messageId }
  const url = addressOf('POST /api/conversations/:id/replies/:messageId/continue', { params })
  const response = await fetchReply(url, post({ length: have }), options)
  return (await response.json()) as BegunTurn
}

type Connectable = Exclude<ReplySource, { continue: unknown }>

async function* connect(source: Connectable, options: ReplyOptions): AsyncGenerator<ReceivedEvent, void, void> {
  const connection = new AbortController()
  const close = () => connection.abort()
  options.signal.addEventListener('abort', close, { once: true })
  try {
    const [url, init] = requestOf(source)
    const response = await fetchReply(url, init, { ...options, signal: connection.signal })
    options.onConnection?.('connected')
    yield* readEvents(response, options.silenceLimit ?? 45_000, close)
  } finally {
    options.signal.removeEventListener('abort', close)
    close()
  }
}

function requestOf(source: Connectable): [url: string, init: RequestInit] {
  const accept = { accept: 'text/event-stream' }
  if ('begin' in source) return [source.begin.url, post(source.begin.body, accept)]
  const { conversationId, messageId, have } = source.join
  const params = { id: conversationId, messageId }
  const headers = { ...accept, 'last-event-id': String(have) }
  return [addressOf('GET /api/conversations/:id/replies/:messageId/events', { params }), { headers, cache: 'no-store' }]
}

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const fetchReply = async (url: string, init: RequestInit, { signal, fetch: fetcher = fetch }: ReplyOptions) =>
  throwUnlessOk(await fetcher(url, { credentials: 'include', signal, ...init }))
