import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderationApi } from '#shared/moderation.ts'
import { createAppeal } from './appeals/create-appeal.ts'
import { countStrikes, listReviews, listSubjectFlags } from './appeals/queries.ts'
import { viewDecision, viewReview } from './appeals/view.ts'
import { createReport } from './create-report.ts'
import { listReportOutcomes } from './queries.ts'
import { viewOwnReport, viewReport } from './view.ts'

/** How many of each an account is shown. */
const listed = { reports: 100, decisions: 100, reviews: 10 }

export function moderationRoutes(context: Context) {
  const { db, clock } = context
  return handleRoutes(moderationApi, () => ({
    'POST /api/reports': async ({ viewer, body }) => viewReport(await createReport(context, viewer, body)),
    'GET /api/reports': async ({ viewer }) => ({
      reports: (await listReportOutcomes(db, viewer.id, listed.reports)).map(viewOwnReport),
    }),
    'GET /api/moderation/decisions': async ({ viewer }) => {
      const now = clock.now()
      const [rows, strikes, reviews] = await Promise.all([
        listSubjectFlags(db, viewer.id, listed.decisions),
        countStrikes(db, viewer.id),
        listReviews(db, viewer.id, listed.reviews),
      ])
      return { decisions: rows.map((row) => viewDecision(row, now)), strikes, reviews: reviews.map(viewReview) }
    },
    'POST /api/appeals': async ({ viewer, body }) => ({ decision: await createAppeal(context, viewer, body) }),
  }))
}
