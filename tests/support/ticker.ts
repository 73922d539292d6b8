/**
 * Runs many jobs at their due times from one timer. Due times are absolute, so a stream of tokens does not drift however
 * late a single tick comes.
 */
export class Ticker {
  readonly #due = new Map<number, (() => void)[]>()
  #timer: NodeJS.Timeout | null = null
  #done = Math.floor(performance.now())

  /** Runs the job at `time`, on the clock of `performance.now()`, to the millisecond. */
  at(time: number, job: () => void): void {
    if (this.#timer === null) {
      this.#done = Math.floor(performance.now())
      this.#timer = setTimeout(this.#tick, 1)
    }
    const slot = Math.max(Math.ceil(time), this.#done + 1)
    const jobs = this.#due.get(slot)
    if (jobs === undefined) this.#due.set(slot, [job])
    else jobs.push(job)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#due.clear()
  }

  readonly #tick = (): void => {
    const now = Math.floor(performance.now())
    while (this.#done < now) {
      this.#done += 1
      const jobs = this.#due.get(this.#done)
      if (jobs === undefined) continue
      this.#due.delete(this.#done)
      for (const job of jobs) job()
    }
    this.#timer = this.#due.size === 0 ? null : setTimeout(this.#tick, 1)
  }
}
