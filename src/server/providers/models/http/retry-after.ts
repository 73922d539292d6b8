type Headers = Record<string, string | string[] | undefined>

/**
 * The seconds of a `Retry-After` header; null without a usable one. A date is compared with the response's own `Date`,
 * so that the clocks of both machines need not agree.
 */
export function parseRetryAfter(headers: Headers): number | null {
  const value = first(headers['retry-after'])?.trim()
  if (!value) return null
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value))
  const retryAt = Date.parse(value)
  const sentAt = Date.parse(first(headers.date) ?? '')
  return Number.isNaN(retryAt) || Number.isNaN(sentAt) ? null : Math.max(0, Math.ceil((retryAt - sentAt) / 1000))
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
