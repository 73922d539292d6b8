import type { Upstream } from './http/upstream.ts'
import { factLifetimeMs } from './learned-facts.ts'
import { findWindow, readServerInfo } from './server-window.ts'
import { type Service, unknownService } from './services.ts'

/** Milliseconds. A prompt waits for it. */
const timeout = 2_000

/**
 * The window that a local server states for its model. Requested before the first prompt, because Ollama and KoboldCpp
 * cut a longer one without an error, and again when what was learned has expired.
 */
export class StatedWindow {
  readonly #upstream: Upstream
  readonly #service: Service
  readonly #now: () => number
  #asked: { at: number; window: Promise<number | null> } | null = null

  constructor(upstream: Upstream, service: Service, now: () => number) {
    this.#upstream = upstream
    this.#service = service
    this.#now = now
  }

  /** Null if the server does not tell. */
  async read(model: string): Promise<number | null> {
    if (!this.#service.isLocal) return null
    if (this.#asked === null || this.#now() - this.#asked.at >= factLifetimeMs) {
      const signal = AbortSignal.timeout(timeout)
      this.#asked = { at: this.#now(), window: this.#ask(model, signal) }
    }
    return this.#asked.window
  }

  /** For a server at an unusual port, first finds out which service it is. */
  async #ask(model: string, signal: AbortSignal): Promise<number | null> {
    const { id } = this.#service
    if (id !== unknownService.id) return findWindow(this.#upstream, id, { id: model, contextTokens: null }, signal)
    try {
      return (await readServerInfo(this.#upstream, id, (listed) => listed.id === model, signal)).windowTokens
    } catch {
      return null
    }
  }
}
