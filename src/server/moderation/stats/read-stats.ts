import type { Context } from '#server/core/context.ts'
import type { SafetyReport, Stats } from '#shared/moderation-stats.ts'
import { countByCategory, countRaised, countUndecided, listDecided } from './queries.ts'

const day = 86_400_000
/** Decisions that the figures of a period are computed from; with more, the newest. */
const decisionsMax = 50_000

/** The queue now, and what came in and was decided on each of the last days (UTC). */
export async function readStats({ db, clock }: Context, days: number): Promise<Stats> {
  const now = clock.now()
  const today = Math.floor(now / day)
  const first = today - days + 1
  const [undecided, raised, decided] = await Promise.all([
    countUndecided(db, now),
    countRaised(db, first * day),
    listDecided(db, first * day, decisionsMax),
  ])
  const sum = (rows: typeof undecided) => rows.reduce((total, { count }) => total + Number(count), 0)
  const handled = decided.map((flag) => ({ ...flag, time: Number(flag.decided_at) - flag.created_at }))
  const times = handled.map(({ time }) => time)
  const inTime = handled.filter(({ decided_at, due_at }) => Number(decided_at) <= due_at).length
  return {
    queue: {
      open: sum(undecided.filter(({ status }) => status === 'open')),
      acknowledged: sum(undecided.filter(({ status }) => status === 'acknowledged')),
      overdue: undecided.reduce((total, { overdue }) => total + Number(overdue), 0),
    },
    days: Array.from({ length: days }, (_, index) => {
      const number = first + index
      const onDay = handled.filter((flag) => flag.day === number)
      return {
        day: new Date(number * day).toISOString().slice(0, 10),
        raised: Number(raised.find((row) => row.day === number)?.count ?? 0),
        resolved: onDay.filter(({ status }) => status === 'resolved').length,
        dismissed: onDay.filter(({ status }) => status === 'dismissed').length,
        medianHandling: quantile(
          onDay.map(({ time }) => time),
          0.5,
        ),
      }
    }),
    handling: {
      median: quantile(times, 0.5),
      p90: quantile(times, 0.9),
      withinDue: times.length > 0 ? inTime / times.length : null,
    },
  }
}

function quantile(values: number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null
}

/** The counters of a year. */
export async function readSafetyReport({ db }: Context, year: number): Promise<SafetyReport> {
  const rows = await countByCategory(db, { from: Date.UTC(year), to: Date.UTC(year + 1) })
  const groups = Map.groupBy(rows, ({ category, source }) => `${category} ${source}`)
  const total = (of: typeof rows, column: 'count' | 'reports' | 'strikes' | 'suspensions') =>
    of.reduce((sum, row) => sum + Number(row[column]), 0)
  const withStatus = (of: typeof rows, status: string) => of.filter((row) => row.status === status)
  const appeals = rows.filter(({ category }) => category === 'appeal')
  return {
    year,
    categories: [...groups.values()].flatMap((group) => {
      const [first] = group
      if (!first) return []
      return {
        category: first.category,
        source: first.source,
        raised: total(group, 'count'),
        resolved: total(withStatus(group, 'resolved'), 'count'),
        dismissed: total(withStatus(group, 'dismissed'), 'count'),
        reports: first.source === 'report' ? total(group, 'reports') : 0,
      }
    }),
    appeals: {
      received: total(appeals, 'count'),
      granted: total(withStatus(appeals, 'resolved'), 'count'),
      rejected: total(withStatus(appeals, 'dismissed'), 'count'),
    },
    suspensions: total(rows, 'suspensions'),
    strikes: total(rows, 'strikes'),
  }
}
