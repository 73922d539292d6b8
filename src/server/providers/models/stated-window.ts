import type { Upstream } from './http/upstream.ts'
import { factLifetimeMs } from './learned-facts.ts'
import { findWindow } from './server-window.ts'
import type { Service } from './services.ts'

/** Milliseconds. A prompt waits for it. */
const timeout = 2_000

/**
 * The window that a server of the operator states for its model. Asked before the first prompt, because Ollama and KoboldCpp
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
      const window = findWindow(this.#upstream, this.#service.id, { id: model, contextTokens: null }, signal)
      this.#asked = { at: this.#now(), window }
    }
    return this.#asked.window
  }
}
