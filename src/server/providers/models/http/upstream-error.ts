import type { ChatErrorType } from '#shared/errors.ts'
import { type FailureReason, ModelError } from '../provider.ts'
import { classifyErrorResponse } from './classify-error.ts'

/** An error status, or an error object instead of a reply. */
export class ErrorResponse extends Error {
  override name = 'ErrorResponse'
  /** The HTTP status; 200 when the error was inside a reply. */
  readonly status: number
  readonly body: string
  readonly retryAfter: number | null

  constructor(status: number, body: string, retryAfter: number | null = null) {
    super(`HTTP ${status}`)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Anything else that is known: a failed connection, silence, a reply that was withheld, a missing key, an invalid address. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly errorType: ChatErrorType
  readonly reason: FailureReason

  constructor(errorType: ChatErrorType, reason: FailureReason, message = messages[errorType], cause?: unknown) {
    super(message, { cause })
    this.errorType = errorType
    this.reason = reason
  }
}

/** A response that is not a reply in the expected protocol, has no text, or ended before the reply did. */
export class InvalidReplyError extends UpstreamError {
  override name = 'InvalidReplyError'

  constructor(message: string, { reason = 'invalid_reply', cause }: { reason?: FailureReason; cause?: unknown } = {}) {
    super('server_error', reason, `invalid reply: ${message}`, cause)
  }
}

const messages: Record<ChatErrorType, string> = {
  quota_exceeded: 'the account has no quota or credit left',
  rate_limited: 'too many requests',
  content_refused: 'the service withheld the reply because of its content',
  held_back: 'the safety policy held the text back',
  config_error: 'the request was rejected as it is configured',
  server_error: 'the model service failed',
}

/**
 * Maps the errors of this folder to a `ModelError`, without the secrets. Any other error, such as one thrown by
 * `onText`, is returned unchanged.
 */
export function toModelError(provider: string, error: unknown, secrets: readonly string[]): unknown {
  if (error instanceof UpstreamError) {
    const { errorType, message, reason, cause } = error
    return new ModelError(provider, errorType, message, { reason, cause: toLoggable(cause, secrets) })
  }
  if (!(error instanceof ErrorResponse)) return error
  const { status, body, retryAfter } = error
  const { errorType, reason, hint } = classifyErrorResponse(status, body)
  const where = status === 200 ? 'inside the reply' : `HTTP ${status}`
  const options = { reason, cause: toLoggable(body, secrets), retryAfter }
  return new ModelError(provider, errorType, `${hint ?? messages[errorType]} (${where})`, options)
}

/** The code of an error of the network or the system; empty for any other. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The error of a connection that the network has ended. */
export function connectionError(cause: Error): UpstreamError {
  const code = codeOf(cause) || 'unknown'
  // undici rejects invalid header values, for example a key with a line break.
  return code === 'UND_ERR_INVALID_ARG'
    ? new UpstreamError('config_error', 'key', 'the API key is not a valid header value', cause)
    : new UpstreamError('server_error', networkReason(code), `the connection failed (${code})`, cause)
}

function networkReason(code: string): FailureReason {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no_host'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return 'broken_off'
  return /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO/.test(code) ? 'certificate' : 'unreachable'
}

/** A new error with the redacted message alone: undici's errors refer to sockets and headers. */
function toLoggable(cause: unknown, secrets: readonly string[]): Error | undefined {
  if (cause === undefined || cause === null || cause === '') return undefined
  const detail = new Error(redact(cause instanceof Error ? cause.message : String(cause), secrets))
  detail.name = 'UpstreamDetail'
  return detail
}

/** The maximum length of an upstream's message in the log, in characters. */
export const maxLoggedLength = 2_000

const keyPatterns = [
  /\b(?:sk|gsk|pk|rk|xai|hf|nvapi|tgp)[-_][\w-]{8,}/g,
  /\bAIza[\w-]{20,}/g,
  /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi,
  /\b((?:api[-_ ]?key|access[-_]?token|authorization|x-goog-api-key)["']?\s*[:=]\s*["']?)[^\s"',;&}]{4,}/gi,
  /([?&](?:key|token|api_key)=)[^&\s"']+/gi,
]

/**
 * An upstream's message for the log: replaces the given secrets and anything that looks like a key by `[key]`, replaces
 * control characters by spaces, and cuts the rest to `maxLoggedLength`.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text.slice(0, maxLoggedLength * 4)
  for (const secret of secrets) {
    if (secret.length >= 4) safe = safe.replaceAll(secret, '[key]')
  }
  for (const pattern of keyPatterns) {
    safe = safe.replace(pattern, (_match, prefix: unknown) => `${typeof prefix === 'string' ? prefix : ''}[key]`)
  }
  safe = safe.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed()
  return safe.length > maxLoggedLength ? `${safe.slice(0, maxLoggedLength)}…` : safe
}
