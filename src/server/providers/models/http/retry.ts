import { classifyErrorResponse, parseErrorBody } from './classify-error.ts'
import { codeOf, ErrorResponse, UpstreamError } from './upstream-error.ts'

export interface RetryOptions {
  /** Milliseconds before the one retry, if the service does not say. */
  delayMs: number
  /** The longest `Retry-After` that is waited for, in milliseconds. */
  maxDelayMs: number
  /** Milliseconds between two requests to a server that is loading its model. */
  loadingMs: number
}

export const defaultRetries: RetryOptions = { delayMs: 500, maxDelayMs: 5_000, loadingMs: 2_000 }

const passing = new Set([502, 503, 529])
const connectionCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET'])

interface Loading {
  now: () => number
  /** Until when a server may load its model. */
  loadingUntil: number
  onWaiting: (() => void) | undefined
}

/**
 * Returns a function that says how many milliseconds to wait before a request is sent again, after an error; null: it is not. It
 * is sent again once, and as often as a server says that it is loading its model.
 */
export function createRetries(options: RetryOptions, { now, loadingUntil, onWaiting }: Loading) {
  let canRetry = true
  return (error: unknown): number | null => {
    if (isLoading(error) && now() < loadingUntil) {
      onWaiting?.()
      return options.loadingMs
    }
    const delay = canRetry ? retryDelay(error, options) : null
    canRetry = false
    return delay
  }
}

/** Milliseconds to wait before the request is sent again; null for an error that does not pass by itself soon. */
function retryDelay(error: unknown, options: RetryOptions): number | null {
  if (error instanceof ErrorResponse) {
    const { status: bodyStatus, kind } = parseErrorBody(error.body)
    const status = error.status === 200 ? bodyStatus : error.status
    const isPassing = passing.has(status ?? 0) || kind.includes('overloaded')
    const isRate = classifyErrorResponse(error.status, error.body).errorType === 'rate_limited'
    if (!isPassing && !(isRate && error.retryAfter !== null)) return null
    const delay = error.retryAfter === null ? options.delayMs : error.retryAfter * 1_000
    return delay <= options.maxDelayMs ? Math.max(delay, options.delayMs) : null
  }
  const code = error instanceof UpstreamError ? codeOf(error.cause) : ''
  return connectionCodes.has(code) ? options.delayMs : null
}

/** Whether a server says that it is still loading its model (llama.cpp). */
function isLoading(error: unknown): boolean {
  return (
    error instanceof ErrorResponse && error.status === 503 && /\bloading\b/i.test(parseErrorBody(error.body).message)
  )
}
