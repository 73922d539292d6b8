const limits = { failures: 5, openMs: 30_000 }

/** The error of a call that was not made. */
export class CircuitOpenError extends Error {
  override name = 'CircuitOpenError'
}

interface CircuitOptions {
  elapsed: () => number
  /** Called when the service stops answering, with its last error, and when it answers again. */
  onChange: (isAvailable: boolean, error: unknown) => void
}

/**
 * A circuit breaker: after 5 failures in a row, calls fail immediately for 30 seconds instead of each waiting for its
 * timeout. Then one call tests whether the service is back.
 */
export class Circuit {
  readonly #options: CircuitOptions
  #failures = 0
  #openUntil = 0
  #isTrying = false

  constructor(options: CircuitOptions) {
    this.#options = options
  }

  /** Whether the service answered when it was last asked, or has failed less than five times in a row. */
  get isClosed(): boolean {
    return this.#failures < limits.failures
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    const isOpen = !this.isClosed
    if (isOpen && (this.#isTrying || this.#options.elapsed() < this.#openUntil)) {
      throw new CircuitOpenError('the service did not answer several times and is not asked for some seconds')
    }
    this.#isTrying = isOpen
    try {
      const result = await call()
      if (!this.isClosed) this.#options.onChange(true, null)
      this.#failures = 0
      return result
    } catch (error) {
      this.#failures += 1
      this.#openUntil = this.#options.elapsed() + limits.openMs
      if (this.#failures === limits.failures) this.#options.onChange(false, error)
      throw error
    } finally {
      if (isOpen) this.#isTrying = false
    }
  }
}
