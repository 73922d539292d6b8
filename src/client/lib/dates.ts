const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * A day in full.
 * @example longDate(Date.UTC(2026, 11, 5, 12)) // '5 December 2026', in the reader's language and time zone
 */
export function longDate(time: number, locale?: string): string {
  return new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' })
}

/**
 * How long ago something was, as one would say it; a date once it is more than a week.
 * @example timeAgo(0, 5 * 60_000, 'en') // '5 minutes ago'
 */
export function timeAgo(then: number, now: number, locale?: string): string {
  const past = Math.max(0, now - then)
  if (past >= 7 * day) return longDate(then, locale)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (past < minute) return words.format(0, 'second')
  if (past < hour) return words.format(-Math.floor(past / minute), 'minute')
  if (past < day) return words.format(-Math.floor(past / hour), 'hour')
  return words.format(-Math.floor(past / day), 'day')
}
