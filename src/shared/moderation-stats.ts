import { z } from 'zod'
import { flagSources } from './flags.ts'
import { flagCategoryNames } from './moderation.ts'
import type { Routes } from './routes.ts'

/** Figures for charts. Days are UTC. */
const StatsQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })
export const Stats = z.object({
  queue: z.object({
    open: z.number().int(),
    acknowledged: z.number().int(),
    overdue: z.number().int(),
  }),
  /** Oldest first, without gaps, today last. Handling time: milliseconds from the flag to its decision. */
  days: z.array(
    z.object({
      /** `2026-11-22` */
      day: z.string(),
      raised: z.number().int(),
      resolved: z.number().int(),
      dismissed: z.number().int(),
      medianHandling: z.number().nullable(),
    }),
  ),
  /** Over the whole period. */
  handling: z.object({ median: z.number().nullable(), p90: z.number().nullable(), withinDue: z.number().nullable() }),
})
export type Stats = z.infer<typeof Stats>

/** The counters of a year (UTC), for the yearly safety report. */
const SafetyReportQuery = z.object({ year: z.coerce.number().int().min(2020).max(2200) })
export const SafetyReport = z.object({
  year: z.number().int(),
  /** Flags raised in the year. */
  categories: z.array(
    z.object({
      category: z.enum(flagCategoryNames),
      source: z.enum(flagSources),
      raised: z.number().int(),
      resolved: z.number().int(),
      dismissed: z.number().int(),
      reports: z.number().int(),
    }),
  ),
  appeals: z.object({ received: z.number().int(), granted: z.number().int(), rejected: z.number().int() }),
  suspensions: z.number().int(),
  strikes: z.number().int(),
})
export type SafetyReport = z.infer<typeof SafetyReport>

export const statisticsApi = {
  'GET /api/admin/stats': { access: 'moderator', query: StatsQuery, response: Stats },
  'GET /api/admin/safety-report': { access: 'moderator', query: SafetyReportQuery, response: SafetyReport },
} as const satisfies Routes
