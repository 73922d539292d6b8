/**
 * Runs many jobs at their due times from a single timer. Due times are absolute, so a stream of tokens does not drift
 * when a tick is late.
 */
export class TimerWheel {
  readonly #jobsBySlot = new Map<number, (() => void)[]>()
  #timer: NodeJS.Timeout | null = null
  /** The last slot that has been run. */
  #currentSlot = Math.floor(performance.now())

  /** Runs the job at `time` on the clock of `performance.now()`, with a resolution of one millisecond. */
  schedule(time: number, job: () => void): void {
    if (this.#timer === null) {
      this.#currentSlot = Math.floor(performance.now())
      this.#timer = setTimeout(this.#tick, 1)
    }
    const slot = Math.max(Math.ceil(time), this.#currentSlot + 1)
    const jobs = this.#jobsBySlot.get(slot)
    if (jobs === undefined) this.#jobsBySlot.set(slot, [job])
    else jobs.push(job)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#jobsBySlot.clear()
  }

  readonly #tick = (): void => {
    const now = Math.floor(performance.now())
    while (this.#currentSlot < now) {
      this.#currentSlot += 1
      const jobs = this.#jobsBySlot.get(this.#currentSlot)
      if (jobs === undefined) continue
      this.#jobsBySlot.delete(this.#currentSlot)
      for (const job of jobs) job()
    }
    this.#timer = this.#jobsBySlot.size === 0 ? null : setTimeout(this.#tick, 1)
  }
}
