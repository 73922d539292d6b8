type Headers = Record<string, string | string[] | undefined>

/**
 * Seconds the upstream asked us to wait. A date is read against the answer's own `Date`, so that no clock of ours
 * matters.
 */
export function retryAfterOf(headers: Headers): number | null {
  const value = one(headers['retry-after'])?.trim()
  if (!value) return null
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value))
  const until = Date.parse(value)
  const now = Date.parse(one(headers.date) ?? '')
  return Number.isNaN(until) || Number.isNaN(now) ? null : Math.max(0, Math.ceil((until - now) / 1000))
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
