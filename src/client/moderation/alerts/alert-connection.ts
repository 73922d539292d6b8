import { hasStatus, sendJson } from '#client/lib/http.ts'
import { type AlertMessage, closeCodes } from '#shared/alerts.ts'

export type AlertState = 'connecting' | 'connected' | 'disconnected'

export type AlertTransport = 'websocket' | 'sse'

/** Why alerts do not arrive as they should. `alert-notices.ts` has the text for each. */
export type AlertProblem =
  | 'authentication_required'
  | 'connection_failed'
  | 'authentication_timeout'
  | 'authentication_failed'

/** A message about one flag. */
export type FlagMessage = Extract<AlertMessage, { flag: unknown }>

export interface AlertListeners {
  onState: (state: AlertState, transport: AlertTransport | null) => void
  /** Each message once, in the order of the server. */
  onFlag: (message: FlagMessage) => void
  /** Flags that were read before are out of date. */
  onResync: () => void
  onProblem: (problem: AlertProblem) => void
}

export interface AlertDeps {
  fetchToken: (signal: AbortSignal) => Promise<string>
  openSocket: () => WebSocket
  openStream: (path: string) => EventSource
  random: () => number
  /** The target of the browser's `online` event, which ends the wait before a reconnection. */
  network: EventTarget | null
}

export const streamPath = '/api/admin/alerts/stream'

/** Milliseconds in which a transport must be connected (spec §9). */
const connectTimeout = 5_000
const firstDelay = 1_000
const longestDelay = 30_000
/** The server replays at most 500 messages. */
const rememberedIds = 1_000
const abnormalClose = 1006

type SocketEnd = number | 'timeout' | 'setup_failure'

/**
 * Receives alerts over a WebSocket or, where that fails, over server-sent events. Reconnects until `stop` is called, the
 * account is not allowed to receive alerts, or the server closes with 4001.
 */
export class AlertConnection {
  readonly #listeners: AlertListeners
  readonly #deps: AlertDeps
  readonly #seen = new Set<string>()
  #lastEventId: string | null = null
  #failures = 0
  #hasNotified = false
  #run: AbortController | null = null

  constructor(listeners: AlertListeners, deps: Partial<AlertDeps> = {}) {
    this.#listeners = listeners
    this.#deps = { ...browserDeps, ...deps }
  }

  /** Connects, or connects anew. */
  start(): void {
    this.stop()
    this.#failures = 0
    const run = new AbortController()
    this.#run = run
    void this.#keepConnected(run.signal)
  }

  stop(): void {
    this.#run?.abort()
    this.#run = null
  }

  async #keepConnected(signal: AbortSignal): Promise<void> {
    for (;;) {
      const next = await this.#connect(signal)
      if (signal.aborted) return
      this.#listeners.onState('disconnected', null)
      if (next === 'give_up') return
      await this.#pause(signal)
      if (signal.aborted) return
    }
  }

  /** Receives until both transports have ended. */
  async #connect(signal: AbortSignal): Promise<'retry' | 'give_up'> {
    this.#listeners.onState('connecting', null)
    let socketEnd: SocketEnd
    try {
      socketEnd = await this.#readSocket(await this.#deps.fetchToken(signal), signal)
    } catch (error) {
      if (signal.aborted) return 'give_up'
      if (hasStatus(error, 401) || hasStatus(error, 403)) {
        this.#listeners.onProblem('authentication_required')
        return 'give_up'
      }
      socketEnd = 'setup_failure'
    }
    if (signal.aborted) return 'give_up'
    if (socketEnd === closeCodes.authTimeout) {
      this.#listeners.onProblem('authentication_timeout')
      return 'give_up'
    }
    if (!fallsBack(socketEnd)) return 'retry'
    if (socketEnd === closeCodes.refused) this.#listeners.onProblem('authentication_failed')
    this.#listeners.onState('connecting', null)
    const wasConnected = await this.#readStream(signal)
    if (!wasConnected && !signal.aborted && !this.#hasNotified) {
      this.#hasNotified = true
      this.#listeners.onProblem('connection_failed')
    }
    return 'retry'
  }

  #readSocket(adminToken: string, signal: AbortSignal): Promise<SocketEnd> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve('setup_failure')
      const socket = this.#deps.openSocket()
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
      socket.onopen = () => {
        socket.send(JSON.stringify({ type: 'auth', adminToken, lastEventId: this.#lastEventId }))
      }
      socket.onmessage = ({ data }) => {
        const message = parse(data)
        if (message?.type === 'auth_success') clearTimeout(timer)
        if (message) this.#receive(message, 'websocket')
      }
      socket.onclose = ({ code }) => end(code)
      // The close event follows and has the code.
      socket.onerror = () => {}
    })
  }

  /** Resolves to whether the stream was connected before it ended. */
  #readStream(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const query = this.#lastEventId === null ? '' : `?${new URLSearchParams({ after: this.#lastEventId })}`
      const stream = this.#deps.openStream(streamPath + query)
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
        this.#receive(message, 'sse')
      }
      for (const type of ['connected', 'resync', 'flag_alert', 'flag_updated']) stream.addEventListener(type, receive)
      // The browser would reconnect by itself, without a limit to its rate and without trying the WebSocket again.
      stream.onerror = end
    })
  }

  #receive(message: AlertMessage, transport: AlertTransport): void {
    if (message.type === 'auth_success' || message.type === 'connected') {
      this.#failures = 0
      this.#hasNotified = false
      this.#listeners.onState('connected', transport)
      if (this.#lastEventId !== null) return
      // Flags that were read before the first connection may already be out of date.
      this.#lastEventId = message.id ?? null
      this.#listeners.onResync()
      return
    }
    if (message.type === 'resync') {
      this.#lastEventId = message.id
      this.#listeners.onResync()
      return
    }
    if (message.type !== 'flag_alert' && message.type !== 'flag_updated') return
    this.#lastEventId = message.id
    if (this.#remember(message.id)) this.#listeners.onFlag(message)
  }

  /** Whether the id is new. */
  #remember(id: string): boolean {
    if (this.#seen.has(id)) return false
    this.#seen.add(id)
    if (this.#seen.size > rememberedIds) this.#seen.delete(this.#seen.values().next().value ?? '')
    return true
  }

  /** Waits between half and all of 1 s, 2 s, 4 s … 30 s. Ends early when the network is back. */
  #pause(signal: AbortSignal): Promise<void> {
    const full = Math.min(longestDelay, firstDelay * 2 ** this.#failures)
    this.#failures += 1
    const { network, random } = this.#deps
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        network?.removeEventListener('online', wake)
        resolve()
      }
      const timer = setTimeout(wake, full * (0.5 + random() / 2))
      signal.addEventListener('abort', wake)
      network?.addEventListener('online', wake)
    })
  }
}

/** The endings after which the specification demands server-sent events. */
function fallsBack(end: SocketEnd): boolean {
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

const browserDeps: AlertDeps = {
  fetchToken: async (signal) =>
    (await sendJson<{ adminToken: string }>('POST', '/api/admin/websocket-token', undefined, signal)).adminToken,
  openSocket: () => new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/ws`),
  openStream: (path) => new EventSource(path, { withCredentials: true }),
  random: Math.random,
  network: typeof window === 'undefined' ? null : window,
}
