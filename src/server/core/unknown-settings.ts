/** The beginnings of our settings that no other program has in common. */
const prefixes =
  /^(?:MODEL_|LOCAL_MODEL|CLASSIFIER_|MODERATION_|CRISIS_|STRIPE_|S3_|PICTURE_|SAFETY_|METRICS_|EVIDENCE_|FREE_DAILY_|MAX_CONTENT_|AGE_ASSURANCE)/
/** Stripe's command line tool reads these; Kubernetes adds the others for a service named `model`. */
const ofOtherPrograms = /^STRIPE_(?:API_KEY|DEVICE_NAME)$|_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?$/

/** One sentence for each variable that looks like a setting of ours and is none. */
export function describeUnknownSettings(
  source: Record<string, string | undefined>,
  known: readonly string[],
): string[] {
  return Object.keys(source)
    .filter((name) => prefixes.test(name) && !ofOtherPrograms.test(name) && !known.includes(name))
    .map((name) => {
      const nearest = known.toSorted((a, b) => countEdits(name, a) - countEdits(name, b))[0] ?? ''
      const isNear = countEdits(name, nearest) <= name.length / 3
      const advice = isNear ? `Did you mean ${nearest}?` : 'README.md lists the settings.'
      return `${name} is not a setting. ${advice}`
    })
}

/** The fewest letters to insert, delete or replace. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
