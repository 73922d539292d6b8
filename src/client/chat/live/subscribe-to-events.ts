import { addressOf } from '#client/lib/http.ts'
import { backoff } from '#client/lib/reconnect.ts'
import { type AccountChange, accountEvents } from '#shared/account-events.ts'
import type { LiveChange } from './live-changes.ts'

/** Milliseconds until the first connection, so that it does not delay what the page loads. */
const firstDelay = 500
/** Milliseconds for which a hidden tab stays connected. */
const hiddenFor = 60_000
/** Milliseconds after the start within which what the tab has read is not out of date. */
const freshFor = 5_000

interface EventListeners {
  onChange: (change: LiveChange) => void
  /** Called when the server refuses the stream: the session may have ended. */
  onRefused: () => void
}

/**
 * Reads the stream of the account's changes; returns a function that ends it. A hidden tab is disconnected, because browsers
 * limit the connections to a server, and to save battery. After a reconnection, what the tab shows may be out of date
 * (`missed`); so it may after the first connection of a tab that was opened in the background.
 */
export function subscribeToEvents({ onChange, onRefused }: EventListeners): () => void {
  const startedAt = performance.now()
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let hasConnected = false

  const schedule = (task: () => void, delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(task, delay)
  }
  const close = () => {
    source?.close()
    source = null
  }
  const connect = () => {
    clearTimeout(timer)
    if (source || document.hidden) return
    const opened = new EventSource(addressOf('GET /api/events'))
    source = opened
    opened.addEventListener(accountEvents.connected, () => {
      failures = 0
      if (hasConnected || performance.now() - startedAt > freshFor) onChange('missed')
      hasConnected = true
    })
    opened.addEventListener(accountEvents.changed, ({ data }: MessageEvent<string>) => {
      const change = readChange(data)
      if (change) onChange(change)
    })
    opened.addEventListener('error', () => {
      // The browser reconnects by itself, unless the server has refused: too many streams, or it is being deployed.
      if (opened.readyState !== EventSource.CLOSED || opened !== source) return
      close()
      onRefused()
      failures += 1
      schedule(connect, backoff(failures))
    })
  }
  const onVisibility = () => {
    if (document.hidden) schedule(close, hiddenFor)
    else connect()
  }
  document.addEventListener('visibilitychange', onVisibility)
  schedule(connect, firstDelay)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
    close()
  }
}

/** Null for what another version of the server may send. */
function readChange(data: string): AccountChange | null {
  const change: unknown = JSON.parse(data)
  const isChange = typeof change === 'object' && change !== null && 'conversationId' in change
  return isChange ? (change as AccountChange) : null
}
