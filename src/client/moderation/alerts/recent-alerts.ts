import type { Flag } from '#shared/flags.ts'

/** How many alerts are kept and how many are shown. */
const recentAlerts = { kept: 10, shown: 5 } as const

/** Adds the flag of an alert, newest first. */
export function addRecent(recent: readonly Flag[], flag: Flag): readonly Flag[] {
  return [flag, ...recent.filter(({ id }) => id !== flag.id)].slice(0, recentAlerts.kept)
}

/** The alerts that a list shows. */
export const listShown = (recent: readonly Flag[]) => recent.slice(0, recentAlerts.shown)

export function updateRecent(recent: readonly Flag[], flag: Flag): readonly Flag[] {
  return recent.map((known) => (known.id === flag.id ? flag : known))
}
