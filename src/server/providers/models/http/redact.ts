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
