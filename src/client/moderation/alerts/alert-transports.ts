import { addressOf } from '#client/lib/http.ts'
import { type AlertMessage, closeCodes } from '#shared/alerts.ts'

/** Milliseconds in which a transport must be connected. */
const connectTimeout = 5_000
const abnormalClose = 1006

/** The close code, or why there is none. */
export type SocketEnd = number | 'timeout' | 'setup_failure'

export interface Reading {
  /** The last message that was received before. */
  lastEventId: string | null
  signal: AbortSignal
  onMessage: (message: AlertMessage) => void
}

/** Receives over a WebSocket until it ends. */
export function readSocket(
  open: () => WebSocket,
  { adminToken, lastEventId, signal, onMessage }: Reading & { adminToken: string },
): Promise<SocketEnd> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('setup_failure')
    const socket = open()
    const end = (reason: SocketEnd) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      Object.assign(socket, { onopen: null, onmessage: null, onclose: null })
      socket.close()
      resolve(reason)
    }
    const abort = () => end('setup_failure')
    const timer = setTimeout(() => end('timeout'), connectTimeout)
    signal.addEventListener('abort', abort)
    socket.onopen = () => socket.send(JSON.stringify({ type: 'auth', adminToken, lastEventId }))
    socket.onmessage = ({ data }) => {
      const message = parse(data)
      if (message?.type === 'auth_success') clearTimeout(timer)
      if (message) onMessage(message)
    }
    socket.onclose = ({ code }) => end(code)
    // The close event follows and has the code.
    socket.onerror = () => {}
  })
}

/** Receives server-sent events until the stream ends. Resolves to whether it was connected before. */
export function readStream(
  open: (path: string) => EventSource,
  { lastEventId, signal, onMessage }: Reading,
): Promise<boolean> {
  return new Promise((resolve) => {
    const stream = open(addressOf('GET /api/admin/alerts/stream', { query: { after: lastEventId ?? undefined } }))
    let isConnected = false
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      stream.close()
      resolve(isConnected)
    }
    const timer = setTimeout(end, connectTimeout)
    signal.addEventListener('abort', end)
    const receive = (event: MessageEvent) => {
      const data = parse(event.data)
      const message = { ...data, type: event.type, id: event.lastEventId || data?.id } as AlertMessage
      if (message.type === 'connected') {
        isConnected = true
        clearTimeout(timer)
      }
      onMessage(message)
    }
    for (const type of ['connected', 'resync', 'flag_alert', 'flag_updated']) stream.addEventListener(type, receive)
    // The browser would reconnect by itself, without a limit to its rate and without trying the WebSocket again.
    stream.onerror = end
  })
}

/** The endings after which the specification demands server-sent events. */
export function fallsBack(end: SocketEnd): boolean {
  return end === 'timeout' || end === 'setup_failure' || end === abnormalClose || end === closeCodes.refused
}

/** A message in another format, such as one of a newer server, is ignored. */
function parse(data: unknown): AlertMessage | null {
  try {
    const message: unknown = JSON.parse(String(data))
    return typeof message === 'object' && message !== null ? (message as AlertMessage) : null
  } catch {
    return null
  }
}
