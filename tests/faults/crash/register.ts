/**
 * A value that one writer writes over and over. What was acknowledged must be read back; what was under way when the
 * server died may be, or may not.
 */
export class Register<T> {
  #settled: T
  readonly #doubtful = new Set<T>()

  constructor(initial: T) {
    this.#settled = initial
  }

  /** The last acknowledged value. */
  get value(): T {
    return this.#settled
  }

  /** Sends a value; `send` answers whether the server acknowledged it. */
  async write(value: T, send: () => Promise<boolean>): Promise<void> {
    this.#doubtful.add(value)
    if (!(await send())) return
    this.#settled = value
    this.#doubtful.clear()
  }

  /** Whether what was read may stand there. From now on it is the truth. */
  agrees(read: T): boolean {
    const agrees = read === this.#settled || this.#doubtful.has(read)
    this.#settled = read
    this.#doubtful.clear()
    return agrees
  }
}
