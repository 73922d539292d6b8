import type { ChatErrorType } from '#shared/errors.ts'

export interface FaultKind {
  errorType: ChatErrorType
  timeout: boolean
  /** What the operator can do about it, where the body tells. */
  hint: string | null
}

/** What an error body says, wherever this dialect keeps it. */
export interface ErrorWords {
  /** `code` and `type` together, lower case. */
  kind: string
  message: string
  /** The field the refusal is about, where named. */
  param: string
  /** A status given inside the body (OpenRouter, Gemini), or null. */
  status: number | null
}

const quotaKinds = /insufficient_?(?:quota|balance|credit|funds)|quota_?exceeded|billing|payment_required|credit/
const rateKinds = /rate_?limit|too_?many_?requests|^requests|tokens_per_min/
const configKinds =
  /authentication|invalid_?api_?key|permission|unauthorized|forbidden|model_?not_?found|not_?found|invalid_?request/
const quotaWords =
  /quota|billing|credit|balance|insufficient|payment|spend(?:ing)? (?:limit|cap)|usage limit|out of funds/i
const lostModel = /\bmodel\b.{0,200}\b(?:not found|not exist|no such|unknown|not available|not loaded|pull)/is
const contextWords =
  /context[_ ](?:length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (?:available )?context|input is too long/i

/**
 * The catalogue's word for a refusal. An explicit code decides before prose does: rate-limit prose likes to end with a
 * link to the billing page.
 *
 * A prompt too long for the model is `config_error`: the window we were told of (`MODEL_CONTEXT_TOKENS`) is larger than
 * the model's, so trying again cannot help and the operator can. Every other 4xx is `config_error` for the same reason.
 */
export function faultKind(httpStatus: number, body: string): FaultKind {
  const words = errorWords(body)
  const status = httpStatus === 200 ? (words.status ?? 200) : httpStatus
  const kind = (errorType: ChatErrorType, hint: string | null = null): FaultKind => ({
    errorType,
    timeout: false,
    hint,
  })
  const prose = words.message.replaceAll(/https?:\/\/\S+/g, '')
  const named = quotaKinds.test(words.kind) ? 'quota' : rateKinds.test(words.kind) ? 'rate' : null

  if (status === 402 || (named === 'quota' && status < 500)) return kind('quota_exceeded')
  if (status === 429) return kind(named === null && quotaWords.test(prose) ? 'quota_exceeded' : 'rate_limited')
  if (status === 408 || status === 504) return { errorType: 'server_error', timeout: true, hint: null }
  if (status >= 500) return kind('server_error')
  if (status === 401 || status === 403) return kind('config_error', 'the key was refused')
  if (status >= 300 && status < 400) return kind('config_error', 'the address redirects; check the base URL')
  if (contextWords.test(words.kind) || contextWords.test(prose)) {
    return kind('config_error', "the prompt is longer than the model's window; lower MODEL_CONTEXT_TOKENS")
  }
  if (status === 404 || lostModel.test(prose))
    return kind('config_error', 'no such model or address; check MODEL_NAME and MODEL_BASE_URL')
  if (named === 'rate') return kind('rate_limited')
  if (quotaWords.test(prose)) return kind('quota_exceeded')
  if (status >= 400 || configKinds.test(words.kind)) return kind('config_error')
  return kind('server_error')
}

/** Reads `{error: {…}}`, `{error: "…"}`, `[{error: …}]`, `{detail: …}` and plain text alike. */
export function errorWords(body: string): ErrorWords {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return { kind: '', message: body, param: '', status: null }
  }
  if (Array.isArray(value)) value = value[0]
  const outer = record(value)
  const inner = typeof outer.error === 'string' ? { message: outer.error } : record(outer.error ?? outer)
  const code = inner.code ?? outer.code
  const number = Number(code)
  return {
    kind: [code, inner.type, inner.status, inner.reason]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .toLowerCase(),
    message: text(inner.message ?? inner.detail ?? outer.detail),
    param: text(inner.param),
    status: Number.isInteger(number) && number >= 400 && number < 600 ? number : null,
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
}
