import { asRecord, parseJson } from '#engine/json-values.ts'
import type { ChatErrorType } from '#shared/errors.ts'
import type { FailureReason } from '../provider.ts'

export interface ErrorClass {
  errorType: ChatErrorType
  reason: FailureReason
  /** What the operator can do; null when the response does not tell. */
  hint: string | null
}

export interface ErrorBody {
  /** `code`, `type`, `status` and `reason` joined, in lower case. */
  kind: string
  message: string
  /** The rejected parameter, if the error names one. */
  param: string
  /** The ids of the exceeded quotas (Gemini): `GenerateRequestsPerMinutePerProjectPerModel`. */
  quotaIds: string
  /** The HTTP status inside the body (OpenRouter, Gemini), or null. */
  status: number | null
}

const refusalKinds = /content_?(?:filter|policy|moderation)|prohibited_content|safety|moderation_blocked/
const refusalMessage =
  /content (?:management )?policy|content_filter|flagged (?:for|as|by)|prohibited (?:use|content)|usage polic|safety (?:system|filter|reasons)|data may contain inappropriate|moderation/i
const quotaKinds =
  /insufficient_?(?:quota|balance|credit|funds)|quota_?exceeded|billing|payment_required|credit|spend_limit|budget_exceeded|blocked_api_access/
const rateKinds = /rate_?limit|too_?many_?requests|^requests|tokens_per_min/
const configKinds =
  /authentication|invalid_?api_?key|permission|unauthorized|forbidden|model_?not_?found|not_?found|invalid_?request/
const quotaMessage =
  /quota|billing|credit|balance|insufficient|payment|spend(?:ing)? (?:limit|cap)|usage limit|out of funds/i
/** Gemini, without a quota: its servers are busy. */
const exhausted = /resource (?:has been )?exhausted/i
const unknownModel =
  /\b(?:model|voice)\b.{0,200}\b(?:not found|not exist|no such|unknown|not available|not loaded|pull)/is
/** Gemini answers 400 to a wrong key. */
const invalidKey = /api key (?:is )?(?:not valid|invalid|expired)|(?:invalid|incorrect) api key/i
/** How services say that a request does not fit into their window. */
export const overflowMessage =
  /context[_ ](?:length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (?:available )?context|input is too long|n_ctx|n_keep|context the overflows|reduce (?:your message size|the length)|exceeds the maximum number of tokens|max_tokens must be at least 1, got -|too large for model/i

/**
 * Maps an error response to an error type. An explicit code counts more than the message, because messages about rate
 * limits often end with a link to the billing page.
 *
 * A prompt that is too long is `config_error`: `MODEL_CONTEXT_TOKENS` is larger than the model's window, so a retry
 * cannot succeed and the operator can correct it. All other 4xx are `config_error` for the same reason.
 */
export function classifyErrorResponse(httpStatus: number, text: string): ErrorClass {
  const body = parseErrorBody(text)
  const status = httpStatus === 200 ? (body.status ?? 200) : httpStatus
  const is = (errorType: ChatErrorType, reason: FailureReason, hint: string | null = null): ErrorClass => ({
    errorType,
    reason,
    hint,
  })
  const message = body.message.replaceAll(/https?:\/\/\S+/g, '')
  const isQuota = quotaKinds.test(body.kind) || /PerDay/.test(body.quotaIds)
  const isRate = rateKinds.test(body.kind) || /PerMinute/.test(body.quotaIds) || exhausted.test(message)
  const limit = isQuota ? 'quota' : isRate ? 'rate' : null

  const isRefusal = refusalKinds.test(body.kind) || refusalMessage.test(message)
  if (isRefusal && (status < 500 || httpStatus === 200) && status !== 401 && status !== 429)
    return is('content_refused', 'refused')
  if (status === 402 || (limit === 'quota' && status < 500)) return is('quota_exceeded', 'quota')
  const isSpent = limit === null && quotaMessage.test(message)
  if (status === 429) return isSpent ? is('quota_exceeded', 'quota') : is('rate_limited', 'rate')
  if (status === 408 || status === 504) return is('server_error', 'timeout')
  if (status >= 500) return is('server_error', 'service')
  if (status === 401 || status === 403) return is('config_error', 'key', 'the API key was rejected')
  if (status >= 300 && status < 400) return is('config_error', 'redirect', 'the address redirects; check the base URL')
  if (invalidKey.test(message) || /invalid_?api_?key|authentication/.test(body.kind)) {
    return is('config_error', 'key', 'the API key was rejected')
  }
  if (overflowMessage.test(body.kind) || overflowMessage.test(message)) {
    return is('config_error', 'context', "the prompt is longer than the model's window; lower MODEL_CONTEXT_TOKENS")
  }
  if (status === 404 || unknownModel.test(message)) {
    const reason = unknownModel.test(message) || /model/.test(body.kind) ? 'model' : 'address'
    return is('config_error', reason, 'no such model or address; check MODEL_NAME and MODEL_BASE_URL')
  }
  if (limit === 'rate') return is('rate_limited', 'rate')
  if (quotaMessage.test(message)) return is('quota_exceeded', 'quota')
  if (status >= 400 || configKinds.test(body.kind)) return is('config_error', 'rejected')
  return is('server_error', 'service')
}

/** Parses `{error: {…}}`, `{error: "…"}`, `[{error: …}]`, `{detail: …}` and plain text. */
export function parseErrorBody(body: string): ErrorBody {
  const value = parseJson(body)
  if (value === undefined) return { kind: '', message: body, param: '', quotaIds: '', status: null }
  const outer = asRecord(Array.isArray(value) ? value[0] : value)
  const inner = typeof outer.error === 'string' ? { message: outer.error } : asRecord(outer.error ?? outer)
  const code = inner.code ?? outer.code
  const number = Number(code)
  return {
    kind: [code, inner.type, inner.status, inner.reason]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .toLowerCase(),
    message: toText(inner.message ?? inner.detail ?? outer.detail),
    param: toText(inner.param),
    quotaIds: [...toText(inner.details).matchAll(/"quotaId":"(\w+)/g)].map(([, id]) => id).join(' '),
    status: Number.isInteger(number) && number >= 400 && number < 600 ? number : null,
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
}
