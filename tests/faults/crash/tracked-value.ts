/**
 * A value with a single writer. The last acknowledged value must be read back; a value whose write was not acknowledged
 * because the server died may be read back instead.
 */
export class TrackedValue<T> {
  #acknowledged: T
  readonly #unconfirmed = new Set<T>()

  constructor(initial: T) {
    this.#acknowledged = initial
  }

  /** The last acknowledged value. */
  get value(): T {
    return this.#acknowledged
  }

  /** Writes a value; `send` returns whether the server acknowledged it. */
  async write(value: T, send: () => Promise<boolean>): Promise<void> {
    this.#unconfirmed.add(value)
    if (!(await send())) return
    this.#acknowledged = value
    this.#unconfirmed.clear()
  }

  /** Returns whether the value read from the server is allowed, and takes it as the acknowledged value from then on. */
  confirm(read: T): boolean {
    const isAllowed = read === this.#acknowledged || this.#unconfirmed.has(read)
    this.#acknowledged = read
    this.#unconfirmed.clear()
    return isAllowed
  }
}
