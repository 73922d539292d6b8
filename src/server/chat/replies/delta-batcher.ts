import type { ReplyEnd, ReplySubscriber } from './live-reply.ts'

/**
 * Milliseconds between two batches: 40 for a single stream, growing to 100 at 300 streams. Readers see no difference.
 */
const interval = { min: 40, max: 100, maxAt: 300 }

/** The number of streams that wait for their next batch. */
let active = 0
const currentInterval = () =>
  Math.min(interval.max, interval.min + ((interval.max - interval.min) * active) / interval.maxAt)

/**
 * Sends the text of a reply in batches: the first piece, and the first after a pause, immediately; later pieces
 * together after the interval. Sending a single token costs as much as a whole sentence, which would be most of the
 * cost of hundreds of streams.
 */
export class DeltaBatcher implements ReplySubscriber {
  readonly #subscriber: ReplySubscriber
  #timer: NodeJS.Timeout | null = null
  #text = ''
  #length = 0

  constructor(subscriber: ReplySubscriber) {
    this.#subscriber = subscriber
  }

  onText(text: string, length: number): void {
    this.#text += text
    this.#length = length
    if (this.#timer !== null) return
    active += 1
    this.#flush()
    this.#timer = setTimeout(this.#onTimer, currentInterval())
  }

  onReplace(text: string): void {
    this.#text = ''
    this.#subscriber.onReplace(text)
  }

  onLoading(): void {
    this.#subscriber.onLoading()
  }

  onEnd(end: ReplyEnd): void {
    this.stop()
    this.#flush()
    this.#subscriber.onEnd(end)
  }

  /** Cancels the next batch. */
  stop(): void {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    this.#timer = null
    active -= 1
  }

  readonly #onTimer = (): void => {
    if (this.#text === '') {
      this.stop()
    } else {
      this.#flush()
      this.#timer = setTimeout(this.#onTimer, currentInterval())
    }
  }

  #flush(): void {
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.#subscriber.onText(text, this.#length)
  }
}
