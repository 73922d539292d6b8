import { addressOf, call, hasStatus } from '#client/lib/http.ts'
import { backoff, pause } from '#client/lib/reconnect.ts'
import { type AlertMessage, alertLimits, closeCodes } from '#shared/alerts.ts'

export type AlertState = 'connecting' | 'connected' | 'disconnected'
export type AlertTransport = 'websocket' | 'sse'

/** Why alerts do not arrive as they should. `live-alerts.ts` has the text for each. */
export type AlertProblem =
  | 'authentication_required'
  | 'connection_failed'
  | 'authentication_timeout'
  | 'authentication_failed'

export interface AlertListeners {
  onState: (state: AlertState, transport: AlertTransport | null) => void
  /** Each message about a flag once, in the order of the server. */
  onFlag: (message: Extract<AlertMessage, { flag: unknown }>) => void
  /** Flags that were read before are out of date. */
  onResync: () => void
  onProblem: (problem: AlertProblem) => void
}

export interface AlertDeps {
  fetchToken: (signal: AbortSignal) => Promise<string>
  openSocket: () => WebSocket
  openStream: (path: string) => EventSource
  random: () => number
  /** The target of the browser's events `offline` and `online`, which ends the wait before a reconnection. */
  network: EventTarget
}

/** Milliseconds until the next connection. */
const delays = { first: 1_000, longest: 30_000 }
const abnormalClose = 1006

/**
 * Receives alerts over a WebSocket or, where that fails, over server-sent events. Reconnects until `stop` is called, the
 * account is not allowed to receive alerts, or the server closes with 4001.
 */
export function createAlertConnection(listeners: AlertListeners, deps: AlertDeps = browserDeps()) {
  const { onState, onFlag, onResync, onProblem } = listeners
  const { random, network } = deps
  const seen = new Set<string>()
  let lastEventId: string | null = null
  let failures = 0
  let isFailureShown = false
  let run = new AbortController()

  const receive = (message: AlertMessage, transport: AlertTransport) => {
    const isFirst = lastEventId === null
    if (message.type === 'auth_success' || message.type === 'connected') {
      failures = 0
      isFailureShown = false
      onState('connected', transport)
      // Flags that were read before the first connection may already be out of date.
      if (!isFirst) return
      onResync()
    } else if (message.type === 'resync') onResync()
    lastEventId = message.id
    if (!('flag' in message) || seen.has(message.id)) return
    seen.add(message.id)
    onFlag(message)
  }
  /** Receives until both transports have ended. Resolves with whether to connect again. */
  const connect = async (signal: AbortSignal): Promise<boolean> => {
    const reading = (transport: AlertTransport): Reading => ({
      lastEventId,
      signal,
      onMessage: (message) => receive(message, transport),
    })
    onState('connecting', null)
    let closeCode = abnormalClose
    try {
      const adminToken = await deps.fetchToken(signal)
      closeCode = await readSocket(deps.openSocket, { adminToken, ...reading('websocket') })
    } catch (error) {
      if (!signal.aborted && (hasStatus(error, 401) || hasStatus(error, 403))) {
        onProblem('authentication_required')
        return false
      }
    }
    if (signal.aborted) return true
    if (closeCode === closeCodes.authTimeout) {
      onProblem('authentication_timeout')
      return false
    }
    if (closeCode === closeCodes.refused) onProblem('authentication_failed')
    else if (closeCode !== abnormalClose) return true
    onState('connecting', null)
    const wasConnected = await readStream(deps.openStream, reading('sse'))
    if (!wasConnected && !signal.aborted && !isFailureShown) {
      isFailureShown = true
      onProblem('connection_failed')
    }
    return true
  }
  const keepConnected = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      // A WebSocket would notice minutes later that the network is gone.
      const lost = new AbortController()
      const lose = () => lost.abort()
      network.addEventListener('offline', lose)
      const goesOn = await connect(AbortSignal.any([signal, lost.signal]))
      network.removeEventListener('offline', lose)
      if (signal.aborted) return
      onState('disconnected', null)
      if (!goesOn) return
      failures += 1
      await pause(backoff(failures, random, delays), signal, network)
    }
  }
  const stop = () => run.abort()
  const start = () => {
    stop()
    failures = 0
    run = new AbortController()
    void keepConnected(run.signal)
  }
  return { start, stop }
}

const browserDeps = (): AlertDeps => ({
  fetchToken: async (signal) => (await call('POST /api/admin/websocket-token', { signal })).adminToken,
  openSocket: () => new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/ws`),
  openStream: (path) => new EventSource(path, { withCredentials: true }),
  random: Math.random,
  network: window,
})

interface Reading {
  /** The last message that was received before. */
  lastEventId: string | null
  signal: AbortSignal
  onMessage: (message: AlertMessage) => void
}

/** Receives over a WebSocket until it ends, and resolves with its close code. */
function readSocket(
  open: () => WebSocket,
  { adminToken, lastEventId, signal, onMessage }: Reading & { adminToken: string },
): Promise<number> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(abnormalClose)
    const socket = open()
    const end = (code: number) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', fail)
      Object.assign(socket, { onopen: null, onmessage: null, onclose: null })
      socket.close()
      resolve(code)
    }
    const fail = () => end(abnormalClose)
    const timer = setTimeout(fail, alertLimits.authTimeout)
    signal.addEventListener('abort', fail)
    socket.onopen = () => socket.send(JSON.stringify({ type: 'auth', adminToken, lastEventId }))
    socket.onmessage = ({ data }) => {
      const message: AlertMessage = JSON.parse(data)
      if (message.type === 'auth_success') clearTimeout(timer)
      onMessage(message)
    }
    socket.onclose = ({ code }) => end(code)
    // The close event follows and has the code.
    socket.onerror = () => {}
  })
}

const eventTypes: AlertMessage['type'][] = ['connected', 'resync', 'flag_alert', 'flag_updated']

/** Receives server-sent events until the stream ends. Resolves with whether it was connected before. */
function readStream(
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
    const timer = setTimeout(end, alertLimits.authTimeout)
    signal.addEventListener('abort', end)
    const receive = ({ type, data, lastEventId: id }: MessageEvent) => {
      if (type === 'connected') {
        isConnected = true
        clearTimeout(timer)
      }
      onMessage({ ...JSON.parse(data), type, id })
    }
    for (const type of eventTypes) stream.addEventListener(type, receive)
    // The browser would reconnect by itself, without a limit to its rate and without trying the WebSocket again.
    stream.onerror = end
  })
}
