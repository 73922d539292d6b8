/** How much of what an upstream said is kept for the log. */
export const keptForLog = 2_000

const keyShapes = [
  /\b(?:sk|gsk|pk|rk|xai|hf|nvapi|tgp)[-_][\w-]{8,}/g,
  /\bAIza[\w-]{20,}/g,
  /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi,
  /\b((?:api[-_ ]?key|access[-_]?token|authorization|x-goog-api-key)["']?\s*[:=]\s*["']?)[^\s"',;&}]{4,}/gi,
  /([?&](?:key|token|api_key)=)[^&\s"']+/gi,
]

/**
 * What an upstream said, fit for the log: our own secrets and anything shaped like a key are blanked, control characters
 * are dropped and the rest is cut to `keptForLog` characters.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text.slice(0, keptForLog * 4)
  for (const secret of secrets) {
    if (secret.length >= 4) safe = safe.replaceAll(secret, '[key]')
  }
  for (const shape of keyShapes) {
    safe = safe.replace(shape, (_match, kept: unknown) => `${typeof kept === 'string' ? kept : ''}[key]`)
  }
  safe = safe.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed()
  return safe.length > keptForLog ? `${safe.slice(0, keptForLog)}…` : safe
}
