import { call, hasStatus } from '#client/lib/http.ts'
import { backoff, pause } from '#client/lib/reconnect.ts'
import { type AlertMessage, closeCodes } from '#shared/alerts.ts'
import { fallsBack, type Reading, readSocket, readStream, type SocketEnd } from './alert-transports.ts'

export type AlertState = 'connecting' | 'connected' | 'disconnected'

export type AlertTransport = 'websocket' | 'sse'

/** Why alerts do not arrive as they should. `live-alerts.ts` has the text for each. */
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

/** Milliseconds until the next connection. */
const delays = { first: 1_000, longest: 30_000 }
/** The server replays at most 500 messages. */
const rememberedIds = 1_000

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
      this.#failures += 1
      const { random, network } = this.#deps
      await pause(backoff(this.#failures, random, delays), signal, network)
      if (signal.aborted) return
    }
  }

  /** Receives until both transports have ended, or the network is gone: a WebSocket would notice minutes later. */
  async #connect(signal: AbortSignal): Promise<'retry' | 'give_up'> {
    const { network } = this.#deps
    const lost = new AbortController()
    const lose = () => lost.abort()
    network?.addEventListener('offline', lose)
    try {
      return await this.#receiveUntil(AbortSignal.any([signal, lost.signal]))
    } finally {
      network?.removeEventListener('offline', lose)
    }
  }

  async #receiveUntil(signal: AbortSignal): Promise<'retry' | 'give_up'> {
    this.#listeners.onState('connecting', null)
    let socketEnd: SocketEnd
    try {
      const adminToken = await this.#deps.fetchToken(signal)
      socketEnd = await readSocket(this.#deps.openSocket, { adminToken, ...this.#reading('websocket', signal) })
    } catch (error) {
      if (signal.aborted) return 'retry'
      if (hasStatus(error, 401) || hasStatus(error, 403)) {
        this.#listeners.onProblem('authentication_required')
        return 'give_up'
      }
      socketEnd = 'setup_failure'
    }
    if (signal.aborted) return 'retry'
    if (socketEnd === closeCodes.authTimeout) {
      this.#listeners.onProblem('authentication_timeout')
      return 'give_up'
    }
    if (!fallsBack(socketEnd)) return 'retry'
    if (socketEnd === closeCodes.refused) this.#listeners.onProblem('authentication_failed')
    this.#listeners.onState('connecting', null)
    const wasConnected = await readStream(this.#deps.openStream, this.#reading('sse', signal))
    if (!wasConnected && !signal.aborted && !this.#hasNotified) {
      this.#hasNotified = true
      this.#listeners.onProblem('connection_failed')
    }
    return 'retry'
  }

  #reading(transport: AlertTransport, signal: AbortSignal): Reading {
    const onMessage = (message: AlertMessage) => this.#receive(message, transport)
    return { lastEventId: this.#lastEventId, signal, onMessage }
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
}

const browserDeps: AlertDeps = {
  fetchToken: async (signal) => (await call('POST /api/admin/websocket-token', { signal })).adminToken,
  openSocket: () => new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/ws`),
  openStream: (path) => new EventSource(path, { withCredentials: true }),
  random: Math.random,
  network: typeof window === 'undefined' ? null : window,
}
