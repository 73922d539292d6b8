import { HttpError } from '#client/lib/http.ts'
import { backoff, pause } from './reconnect.ts'
import { type ReplyEvent, readEvents, type WireEvent } from './reply-events.ts'

/** Where a reply stands on the server, and how much of its text we already hold. */
export interface ReplyPlace {
  conversationId: string
  messageId: string
  have: number
}

/** A turn to begin (repeating the request is harmless: it carries a `clientMessageId`), or a reply to join. */
export type ReplySource = { begin: { url: string; body: unknown } } | { join: ReplyPlace }

export interface ReplyOptions {
  signal: AbortSignal
  /** Told when the line to the server drops and when it is back. */
  onConnection?: (state: 'connected' | 'lost') => void
  fetch?: typeof fetch
  /** How long to wait before the n-th try in a row, in milliseconds. */
  delay?: (failures: number) => number
  /** The server comments every 15 s; silence longer than this is a dead line. */
  silenceLimit?: number
}

/** How often a request that never reached the server is repeated before the player is told. */
const beginTries = 4

/**
 * Reads a reply to its end. When the line breaks it joins the same reply again, from the first character it does not
 * hold, as often as needed: the texts it yields add up to the reply exactly once.
 *
 * @throws HttpError when the server says no, and the network's own error when a turn could not be begun at all.
 */
export async function* readReply(source: ReplySource, options: ReplyOptions): AsyncGenerator<ReplyEvent, void, void> {
  const { signal, delay = backoff, onConnection } = options
  const progress = new Progress('join' in source ? source.join : null)
  for (let failures = 0; !signal.aborted; ) {
    const before = progress.mark()
    try {
      for await (const event of connect(progress.place ? { join: progress.place } : source, options)) {
        const news = progress.take(event)
        if (news) yield news
        if (event.type === 'done' || event.type === 'error') return
      }
      throw new Error('The reply broke off')
    } catch (error) {
      if (signal.aborted) return
      failures = progress.mark() === before ? failures + 1 : 1
      if (error instanceof HttpError && !(progress.place && isPassing(error.status))) throw error
      if (!progress.place && failures >= beginTries) throw error
    }
    onConnection?.('lost')
    await pause(delay(failures), signal)
  }
}

/** Refusals a running reply outlives: the server restarts, a proxy is busy. */
function isPassing(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

/** Knows how much of the text was passed on, and lets only what is new through. */
class Progress {
  place: ReplyPlace | null

  constructor(place: ReplyPlace | null) {
    this.place = place && { ...place }
  }

  mark(): string {
    return `${this.place?.messageId} ${this.place?.have}`
  }

  take(event: WireEvent): ReplyEvent | null {
    if (event.type === 'turn') return this.turn(event)
    if (event.type === 'delta') return this.delta(event)
    return event
  }

  private turn(event: WireEvent & { type: 'turn' }): ReplyEvent | null {
    const { conversationId, messageId } = event.data
    if (this.place?.messageId === messageId) return null
    this.place = { conversationId, messageId, have: 0 }
    return event
  }

  private delta(event: WireEvent & { type: 'delta' }): ReplyEvent | null {
    if (!this.place) throw new Error('Text came before its turn')
    const { have } = this.place
    const start = event.length - event.data.text.length
    if (start > have) throw new Error('Some text was missed')
    if (event.length <= have) return null
    this.place.have = event.length
    return { type: 'delta', data: { text: event.data.text.slice(have - start) } }
  }
}

async function* connect(source: ReplySource, options: ReplyOptions): AsyncGenerator<WireEvent, void, void> {
  const line = new AbortController()
  const hangUp = () => line.abort()
  options.signal.addEventListener('abort', hangUp, { once: true })
  try {
    const response = await request(source, options.fetch ?? fetch, line.signal)
    if (!response.ok) throw new HttpError(response.status, (await response.text()) || response.statusText)
    options.onConnection?.('connected')
    yield* readEvents(response, options.silenceLimit ?? 45_000, hangUp)
  } finally {
    options.signal.removeEventListener('abort', hangUp)
    hangUp()
  }
}

function request(source: ReplySource, fetcher: typeof fetch, signal: AbortSignal): Promise<Response> {
  const accept = { accept: 'text/event-stream' }
  if ('begin' in source) {
    return fetcher(source.begin.url, {
      method: 'POST',
      headers: { ...accept, 'content-type': 'application/json' },
      body: JSON.stringify(source.begin.body),
      credentials: 'include',
      signal,
    })
  }
  const { conversationId, messageId, have } = source.join
  return fetcher(
    `/api/conversations/${encodeURIComponent(conversationId)}/replies/${encodeURIComponent(messageId)}/events`,
    {
      headers: { ...accept, 'last-event-id': String(have) },
      credentials: 'include',
      cache: 'no-store',
      signal,
    },
  )
}
