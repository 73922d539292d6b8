import type { Dispatcher } from 'undici'
import { retryAfterOf } from './retry-after.ts'
import type { ModelTimeouts } from './timeouts.ts'
import { ConnectionLost, UpstreamRefusal, UpstreamTimeout } from './upstream-error.ts'

/**
 * How far a reply has come. `ending`: all text is there, bookkeeping may follow; `complete`: nothing follows, the
 * connection may be kept; `enough`: more would follow, but it is not wanted.
 */
export type Progress = 'reading' | 'ending' | 'complete' | 'enough'

/** Makes sense of a reply's body. Both methods throw when it makes none. */
export interface BodyReader {
  feed(chunk: Buffer): Progress
  /** The body is over. */
  end(): void
}

type Headers = Record<string, string | string[] | undefined>

/** What of an error body is worth reading. */
const maxRefusalBytes = 64 * 1024

/**
 * One request to an upstream, from dispatch to settlement. It hears undici's events directly: no stream object stands
 * between the socket and the reader, and one timer is pushed along rather than made anew for every token.
 */
export class UpstreamCall implements Dispatcher.DispatchHandler {
  readonly done: Promise<void>
  readonly #reader: BodyReader
  readonly #patience: ModelTimeouts
  readonly #signal: AbortSignal
  readonly #whole: NodeJS.Timeout
  #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | null = null
  #progress: Progress = 'reading'
  #heard = false
  #status = 0
  #headers: Headers = {}
  #refusal: Buffer[] | null = null
  #refusalBytes = 0
  #settled = false
  #over = false
  #resolve: () => void = () => {}
  #reject: (reason: unknown) => void = () => {}

  constructor(reader: BodyReader, patience: ModelTimeouts, signal: AbortSignal) {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#reader = reader
    this.#patience = patience
    this.#signal = signal
    this.#timer = setTimeout(this.#outOfPatience, patience.firstByteMs)
    this.#whole = setTimeout(this.#tooLong, patience.wholeMs)
    signal.addEventListener('abort', this.#aborted, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#settled) this.#hangUp()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    if (status >= 300) this.#refusal = []
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return
    this.#stillThere()
    if (this.#refusal !== null) {
      this.#refusal.push(chunk)
      this.#refusalBytes += chunk.length
      if (this.#refusalBytes > maxRefusalBytes) this.#refuse()
      return
    }
    try {
      this.#advance(this.#reader.feed(chunk))
    } catch (error) {
      this.#fail(error)
    }
  }

  onResponseEnd(): void {
    this.#over = true
    this.#ended()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#over = true
    clearTimeout(this.#timer)
    if (this.#settled) return
    if (this.#refusal !== null) this.#refuse()
    else if (this.#progress === 'ending') this.#ended()
    else this.#fail(new ConnectionLost('the connection failed', { cause: error }))
  }

  #stillThere(): void {
    if (this.#heard) {
      this.#timer.refresh()
      return
    }
    this.#heard = true
    this.#wait(this.#patience.idleMs)
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#outOfPatience, ms)
  }

  #advance(progress: Progress): void {
    if (progress === this.#progress) return
    this.#progress = progress
    if (progress === 'enough') this.#ended()
    else this.#wait(this.#patience.closingMs)
    if (progress === 'complete') this.#settle()
  }

  /** The body ended, or we act as if it had. */
  #ended(): void {
    if (!this.#settled) {
      if (this.#refusal === null) this.#finish()
      else this.#refuse()
    }
    this.#hangUp()
  }

  #finish(): void {
    try {
      this.#reader.end()
      this.#settle()
    } catch (error) {
      this.#fail(error)
    }
  }

  #refuse(): void {
    const body = Buffer.concat(this.#refusal ?? []).toString('utf8')
    this.#fail(new UpstreamRefusal(this.#status, body, retryAfterOf(this.#headers)))
  }

  readonly #outOfPatience = (): void => {
    if (this.#settled || this.#progress === 'ending') this.#ended()
    else if (this.#refusal !== null) this.#refuse()
    else if (this.#heard) this.#fail(new UpstreamTimeout(`nothing came for ${this.#patience.idleMs} ms`))
    else this.#fail(new UpstreamTimeout(`no answer within ${this.#patience.firstByteMs} ms`))
  }

  readonly #tooLong = (): void => {
    this.#fail(new UpstreamTimeout(`no end after ${this.#patience.wholeMs} ms`))
  }

  readonly #aborted = (): void => {
    this.#fail(this.#signal.reason)
  }

  #fail(error: unknown): void {
    if (!this.#settled) {
      this.#release()
      this.#reject(error)
    }
    this.#hangUp()
  }

  #settle(): void {
    this.#release()
    this.#resolve()
  }

  #release(): void {
    this.#settled = true
    clearTimeout(this.#whole)
    this.#signal.removeEventListener('abort', this.#aborted)
  }

  /** Closes the socket unless the response is already over and the connection free for the next request. */
  #hangUp(): void {
    clearTimeout(this.#timer)
    if (this.#over) return
    this.#controller?.abort(new Error('no longer wanted'))
  }
}
