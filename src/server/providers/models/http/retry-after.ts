type Headers = Record<string, string | string[] | undefined>

/**
 * The seconds of a `Retry-After` header, of the body, or until the exhausted limit is reset; null without a usable number. A
 * time is compared with the response's own `Date`, so that the clocks of both machines need not agree.
 */
export function parseRetryAfter(headers: Headers, body = ''): number | null {
  const milliseconds = Number(first(headers['retry-after-ms']) || Number.NaN)
  if (milliseconds >= 0) return Math.ceil(milliseconds / 1_000)
  const value = first(headers['retry-after'])?.trim()
  if (!value) return parseDelayInBody(body) ?? parseReset(headers)
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value))
  return secondsUntil(Date.parse(value), headers)
}

function secondsUntil(time: number, headers: Headers): number | null {
  const sentAt = Date.parse(first(headers.date) ?? '')
  return Number.isNaN(time) || Number.isNaN(sentAt) ? null : Math.max(0, Math.ceil((time - sentAt) / 1000))
}

/** `x-ratelimit-reset-tokens: 1m4.77s` of OpenAI and Groq; `x-ratelimit-reset`, in milliseconds since 1970, of OpenRouter. */
function parseReset(headers: Headers): number | null {
  const exhausted = ['requests', 'tokens'].find((kind) => first(headers[`x-ratelimit-remaining-${kind}`]) === '0')
  if (exhausted) return parseDelayInBody(`try again in ${first(headers[`x-ratelimit-reset-${exhausted}`])}`)
  return secondsUntil(Number(first(headers['x-ratelimit-reset']) || Number.NaN), headers)
}

/** Gemini's `"retryDelay": "34s"`; "try again in 1m2.5s" or "in 250ms" of OpenAI and Groq. */
function parseDelayInBody(body: string): number | null {
  const match =
    /"retryDelay":\s*"()([\d.]+)(s)"/.exec(body) ?? /try again in (?:(\d+)m(?=\d))?([\d.]+)(ms|s)\b/.exec(body)
  if (match === null) return null
  const seconds = Number(match[1] || 0) * 60 + Number(match[2]) / (match[3] === 'ms' ? 1_000 : 1)
  return Number.isFinite(seconds) ? Math.ceil(seconds) : null
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
