import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import {
  AppealRequest,
  AppealResponse,
  OwnDecisions,
  OwnReports,
  ReportRequest,
  ReportResponse,
} from '#shared/moderation.ts'
import { createAppeal } from './appeals/create-appeal.ts'
import { countStrikes, listReviews, listSubjectFlags } from './appeals/queries.ts'
import { viewDecision, viewReview } from './appeals/view.ts'
import { createReport } from './create-report.ts'
import { listReportOutcomes } from './queries.ts'
import { viewOwnReport, viewReport } from './view.ts'

/** How many of each an account is shown. */
const listed = { reports: 100, decisions: 100, reviews: 10 }

/** What every user sees of moderation: their reports, the decisions that affect them, and their appeals. */
export function moderationRoutes(context: Context) {
  return createRoutes((app) => {
    app.post(
      '/api/reports',
      {
        config: { access: 'signed-in', limit: 'report' },
        schema: { body: ReportRequest, response: { 201: ReportResponse } },
      },
      async (request, reply) => {
        const { viewer } = request
        return reply.status(201).send(viewReport(await createReport(context, viewer, request.body)))
      },
    )

    app.get(
      '/api/reports',
      { config: { access: 'signed-in' }, schema: { response: { 200: OwnReports } } },
      async ({ viewer }) => ({
        reports: (await listReportOutcomes(context.db, viewer.id, listed.reports)).map(viewOwnReport),
      }),
    )

    app.get(
      '/api/moderation/decisions',
      { config: { access: 'signed-in-suspended' }, schema: { response: { 200: OwnDecisions } } },
      async ({ viewer }) => {
        const now = context.clock.now()
        const [rows, strikes, reviews] = await Promise.all([
          listSubjectFlags(context.db, viewer.id, listed.decisions),
          countStrikes(context.db, viewer.id),
          listReviews(context.db, viewer.id, listed.reviews),
        ])
        return { decisions: rows.map((row) => viewDecision(row, now)), strikes, reviews: reviews.map(viewReview) }
      },
    )

    app.post(
      '/api/appeals',
      {
        config: { access: 'signed-in-suspended', limit: 'report' },
        schema: { body: AppealRequest, response: { 201: AppealResponse } },
      },
      async (request, reply) => {
        const { viewer } = request
        return reply.status(201).send({ decision: await createAppeal(context, viewer, request.body) })
      },
    )
  })
}
