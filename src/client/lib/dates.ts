const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats a date with the full month name.
 * @example longDate(Date.UTC(2026, 11, 5, 12)) // '5 December 2026', in the browser's locale and time zone
 */
export function longDate(time: number, locale?: string): string {
  return new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' })
}

/**
 * Formats a past time relative to `now`, or as a date if it is a week ago or more.
 * @example timeAgo(0, 5 * 60_000, 'en') // '5 minutes ago'
 */
export function timeAgo(then: number, now = Date.now(), locale?: string): string {
  const elapsed = Math.max(0, now - then)
  if (elapsed >= 7 * day) return longDate(then, locale)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (elapsed < minute) return format.format(0, 'second')
  if (elapsed < hour) return format.format(-Math.floor(elapsed / minute), 'minute')
  if (elapsed < day) return format.format(-Math.floor(elapsed / hour), 'hour')
  return format.format(-Math.floor(elapsed / day), 'day')
}
