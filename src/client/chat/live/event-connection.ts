import { backoff } from '#client/lib/reconnect.ts'
import { type AccountChange, accountEvents } from '#shared/account-events.ts'
import type { LiveChange } from './live-changes.ts'

interface EventConnectionOptions {
  url: string
  onChange: (change: LiveChange) => void
  /** Called when the server refuses the stream: the session may have ended. */
  onRefused: () => void
  /** Whether the user looks at the tab. */
  isVisible: () => boolean
  createSource?: (url: string) => EventSource
  /** Milliseconds until the first connection, so that it does not delay what the page loads. */
  firstDelay?: number
  /** Milliseconds for which a hidden tab stays connected. */
  hiddenFor?: number
}

/** Milliseconds after the start within which what the tab has read is not out of date. */
const freshFor = 5_000

/**
 * The stream of the account's changes. A hidden tab is disconnected, because browsers limit the connections to a server, and
 * to save battery. After a reconnection, what the tab shows may be out of date (`missed`); so it may after the first
 * connection of a tab that was opened in the background.
 */
export class EventConnection {
  readonly #options: Required<EventConnectionOptions>
  #source: EventSource | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #startedAt = 0
  #hasConnected = false

  constructor(options: EventConnectionOptions) {
    this.#options = {
      createSource: (url) => new EventSource(url),
      firstDelay: 500,
      hiddenFor: 60_000,
      ...options,
    }
  }

  start(): void {
    this.#startedAt = performance.now()
    this.#schedule(this.#options.firstDelay)
  }

  /** To be called when the tab is shown or hidden. */
  onVisibility(): void {
    const { isVisible, hiddenFor } = this.#options
    clearTimeout(this.#timer)
    if (!isVisible()) this.#timer = setTimeout(() => this.#close(), hiddenFor)
    else if (!this.#source) this.#connect()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#close()
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), delay)
  }

  #connect(): void {
    const { url, createSource, isVisible, onChange } = this.#options
    if (this.#source || !isVisible()) return
    const source = createSource(url)
    this.#source = source
    source.addEventListener(accountEvents.connected, () => {
      this.#failures = 0
      if (this.#hasConnected || performance.now() - this.#startedAt > freshFor) onChange('missed')
      this.#hasConnected = true
    })
    source.addEventListener(accountEvents.changed, ({ data }: MessageEvent<string>) => {
      const change = readChange(data)
      if (change) onChange(change)
    })
    source.addEventListener('error', () => {
      // The browser reconnects by itself, unless the server has refused: too many streams, or it is being deployed.
      if (source.readyState !== 2 || source !== this.#source) return
      this.#close()
      this.#options.onRefused()
      this.#failures += 1
      this.#schedule(backoff(this.#failures))
    })
  }

  #close(): void {
    this.#source?.close()
    this.#source = null
  }
}

/** Null for what another version of the server may send. */
function readChange(data: string): AccountChange | null {
  const change: unknown = JSON.parse(data)
  const isChange = typeof change === 'object' && change !== null && 'conversationId' in change
  return isChange ? (change as AccountChange) : null
}
