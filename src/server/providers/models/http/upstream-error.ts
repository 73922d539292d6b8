import type { ChatErrorType } from '#shared/errors.ts'
import { ModelError } from '../provider.ts'
import { faultKind } from './classify-error.ts'
import { redact } from './redact.ts'

/** The upstream said no: an error status, or an error object where a reply was due. */
export class UpstreamRefusal extends Error {
  override name = 'UpstreamRefusal'
  /** The HTTP status; 200 when the refusal came inside a reply. */
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

/** The upstream kept us waiting too long. */
export class UpstreamTimeout extends Error {
  override name = 'UpstreamTimeout'
}

/** What came was not a reply, or stopped before its end. */
export class BrokenReply extends Error {
  override name = 'BrokenReply'
}

/** The connection could not be made, or was lost. `cause` is what the network said. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/** What we were told to use cannot work: a missing key, an address that is none. */
export class Misconfigured extends Error {
  override name = 'Misconfigured'
}

/** Our words for the log line; the provider's own stay in `cause`. */
const inWords: Record<ChatErrorType, string> = {
  quota_exceeded: 'the account has no quota or credit left',
  rate_limited: 'too many requests',
  config_error: 'the request was refused as it is set up',
  server_error: 'the upstream failed',
}

/**
 * Every way an upstream can fail, in the catalogue's terms; `secrets` never reach the log. What is none of the
 * upstream's doing, such as a fault in the listener, comes back as it is.
 */
export function toModelError(provider: string, error: unknown, secrets: readonly string[]): unknown {
  if (error instanceof UpstreamRefusal) return refused(provider, error, secrets)
  if (error instanceof UpstreamTimeout) {
    return new ModelError(provider, 'server_error', error.message, { timeout: true })
  }
  if (error instanceof Misconfigured) return new ModelError(provider, 'config_error', error.message)
  if (error instanceof BrokenReply) {
    return new ModelError(provider, 'server_error', `broken stream: ${error.message}`, {
      cause: said(error.cause, secrets),
    })
  }
  if (error instanceof ConnectionLost) return unreachable(provider, error.cause, secrets)
  return error
}

function refused(provider: string, refusal: UpstreamRefusal, secrets: readonly string[]): ModelError {
  const { errorType, timeout, hint } = faultKind(refusal.status, refusal.body)
  const where = refusal.status === 200 ? 'inside the reply' : `HTTP ${refusal.status}`
  return new ModelError(provider, errorType, `${hint ?? inWords[errorType]} (${where})`, {
    cause: said(refusal.body, secrets),
    timeout,
    retryAfter: refusal.retryAfter,
  })
}

function unreachable(provider: string, error: unknown, secrets: readonly string[]): ModelError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const cause = said(error, secrets)
  // undici will not send, say, a key with a line break in it.
  if (code === 'UND_ERR_INVALID_ARG')
    return new ModelError(provider, 'config_error', 'the key cannot be sent', { cause })
  const timeout = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT'
  return new ModelError(provider, 'server_error', `the connection failed (${code})`, { cause, timeout })
}

/** A plain error for the log: undici's own carry sockets and headers along. */
function said(cause: unknown, secrets: readonly string[]): Error | undefined {
  if (cause === undefined || cause === null || cause === '') return undefined
  const detail = new Error(redact(cause instanceof Error ? cause.message : String(cause), secrets))
  detail.name = 'UpstreamDetail'
  return detail
}
