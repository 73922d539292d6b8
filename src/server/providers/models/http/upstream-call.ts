import type { Dispatcher } from 'undici'
import { parseRetryAfter } from './retry-after.ts'
import type { ModelTimeouts } from './timeouts.ts'
import { ConnectionError, ErrorResponse, InvalidReplyError, UpstreamError } from './upstream-error.ts'

/**
 * The progress of a reply. `finishing`: the text is complete, usage data may follow; `complete`: nothing follows, so
 * the connection can be reused; `stopped`: we ended the reply ourselves and do not read the rest.
 */
export type Progress = 'reading' | 'finishing' | 'complete' | 'stopped'

/** Reads the body of a response. Both methods throw when it is invalid. */
export interface BodyReader {
  feed(chunk: Buffer): Progress
  /** Called at the end of the body. */
  end(): void
}

export interface CallOptions {
  signal: AbortSignal
  /** Called once when nothing has come for `waitingMs`. */
  onWaiting?: (() => void) | undefined
}

type Headers = Record<string, string | string[] | undefined>

/** The part of an error body that is read. */
const maxErrorBytes = 64 * 1024

/**
 * One request to an upstream. It handles undici's events directly instead of through a stream, and refreshes one timer
 * instead of creating one for each chunk: with hundreds of streams, both save measurable CPU time for each token.
 */
export class UpstreamCall implements Dispatcher.DispatchHandler {
  readonly done: Promise<void>
  readonly #reader: BodyReader
  readonly #timeouts: ModelTimeouts
  readonly #signal: AbortSignal
  readonly #totalTimer: NodeJS.Timeout
  #timer: NodeJS.Timeout
  readonly #waitingTimer: NodeJS.Timeout | undefined
  #controller: Dispatcher.DispatchController | null = null
  #progress: Progress = 'reading'
  #hasData = false
  #status = 0
  #headers: Headers = {}
  #errorBody: Buffer[] | null = null
  #errorBytes = 0
  #isSettled = false
  #isOver = false
  #resolve: () => void = () => {}
  #reject: (reason: unknown) => void = () => {}

  constructor(reader: BodyReader, timeouts: ModelTimeouts, { signal, onWaiting }: CallOptions) {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#reader = reader
    this.#timeouts = timeouts
    this.#signal = signal
    this.#timer = setTimeout(this.#onTimeout, timeouts.firstByteMs)
    if (onWaiting !== undefined) this.#waitingTimer = setTimeout(onWaiting, timeouts.waitingMs)
    this.#totalTimer = setTimeout(this.#onTotalTimeout, timeouts.totalMs)
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isSettled) this.#disconnect()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    if (status >= 300) this.#errorBody = []
    // We ask for none. A few kilobytes could inflate to gigabytes.
    const encoding = String(headers['content-encoding'] ?? 'identity')
    if (encoding !== 'identity') this.#fail(new InvalidReplyError(`a compressed reply (${encoding})`))
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return
    this.#refreshTimer()
    if (this.#errorBody !== null) {
      this.#errorBody.push(chunk)
      this.#errorBytes += chunk.length
      if (this.#errorBytes > maxErrorBytes) this.#failWithResponse()
      return
    }
    try {
      this.#advance(this.#reader.feed(chunk))
    } catch (error) {
      this.#fail(error)
    }
  }

  onResponseEnd(): void {
    this.#isOver = true
    this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    if (this.#isSettled) return
    if (this.#errorBody !== null) this.#failWithResponse()
    else if (this.#progress === 'finishing') this.#end()
    else this.#fail(new ConnectionError('the connection failed', { cause: error }))
  }

  #refreshTimer(): void {
    if (this.#hasData) {
      this.#timer.refresh()
      return
    }
    this.#hasData = true
    clearTimeout(this.#waitingTimer)
    this.#startTimer(this.#timeouts.idleMs)
  }

  #startTimer(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#onTimeout, ms)
  }

  #advance(progress: Progress): void {
    if (progress === this.#progress) return
    this.#progress = progress
    if (progress === 'stopped') this.#end()
    else this.#startTimer(this.#timeouts.closingMs)
    if (progress === 'complete') this.#settle()
  }

  /** The body ended, or the rest of it is not needed. */
  #end(): void {
    if (!this.#isSettled) {
      if (this.#errorBody === null) this.#finish()
      else this.#failWithResponse()
    }
    this.#disconnect()
  }

  #finish(): void {
    try {
      this.#reader.end()
      this.#settle()
    } catch (error) {
      this.#fail(error)
    }
  }

  #failWithResponse(): void {
    const body = Buffer.concat(this.#errorBody ?? []).toString('utf8')
    this.#fail(new ErrorResponse(this.#status, body, parseRetryAfter(this.#headers, body)))
  }

  readonly #onTimeout = (): void => {
    if (this.#isSettled || this.#progress === 'finishing') this.#end()
    else if (this.#errorBody !== null) this.#failWithResponse()
    else if (this.#hasData)
      this.#fail(new UpstreamError('server_error', 'timeout', `no data for ${this.#timeouts.idleMs} ms`))
    else this.#fail(new UpstreamError('server_error', 'timeout', `no response within ${this.#timeouts.firstByteMs} ms`))
  }

  readonly #onTotalTimeout = (): void => {
    this.#fail(new UpstreamError('server_error', 'timeout', `the reply took longer than ${this.#timeouts.totalMs} ms`))
  }

  readonly #onAbort = (): void => {
    this.#fail(this.#signal.reason)
  }

  #fail(error: unknown): void {
    if (!this.#isSettled) {
      this.#release()
      this.#reject(error)
    }
    this.#disconnect()
  }

  #settle(): void {
    this.#release()
    this.#resolve()
  }

  #release(): void {
    this.#isSettled = true
    clearTimeout(this.#totalTimer)
    clearTimeout(this.#waitingTimer)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }

  /** Closes the connection, unless the response is complete and the connection can be reused. */
  #disconnect(): void {
    clearTimeout(this.#timer)
    if (this.#isOver) return
    this.#controller?.abort(new Error('the rest of the response is not needed'))
  }
}
