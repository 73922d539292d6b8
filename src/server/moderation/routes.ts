import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Context } from '#server/core/context.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import {
  AppealRequest,
  AppealResponse,
  OwnDecisions,
  OwnReports,
  ReportRequest,
  ReportResponse,
} from '#shared/moderation.ts'
import { createAppeal } from './appeals/create-appeal.ts'
import { countStrikes, listSubjectFlags } from './appeals/queries.ts'
import { viewDecision } from './appeals/view.ts'
import { createReport } from './create-report.ts'
import { listReportOutcomes } from './queries.ts'
import { viewOwnReport, viewReport } from './view.ts'

/** Reports, and decisions, that an account is shown. */
const listed = 100

/** What every user sees of moderation: their reports, the decisions that affect them, and their appeals. */
export function moderationRoutes(context: Context) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const limitReports = createLimiter(app, context, limits.report)

    app.post(
      '/api/reports',
      { config: { access: 'signed-in' }, schema: { body: ReportRequest, response: { 201: ReportResponse } } },
      async (request, reply) => {
        const { viewer } = request
        await limitReports(viewer.id)
        return reply.status(201).send(viewReport(await createReport(context, viewer, request.body)))
      },
    )

    app.get(
      '/api/reports',
      { config: { access: 'signed-in' }, schema: { response: { 200: OwnReports } } },
      async ({ viewer }) => ({ reports: (await listReportOutcomes(context.db, viewer.id, listed)).map(viewOwnReport) }),
    )

    app.get(
      '/api/moderation/decisions',
      { config: { access: 'signed-in-suspended' }, schema: { response: { 200: OwnDecisions } } },
      async ({ viewer }) => {
        const now = context.clock.now()
        const rows = await listSubjectFlags(context.db, viewer.id, listed)
        return {
          decisions: rows.map((row) => viewDecision(row, now)),
          strikes: await countStrikes(context.db, viewer.id),
        }
      },
    )

    app.post(
      '/api/appeals',
      {
        config: { access: 'signed-in-suspended' },
        schema: { body: AppealRequest, response: { 201: AppealResponse } },
      },
      async (request, reply) => {
        const { viewer } = request
        await limitReports(viewer.id)
        return reply.status(201).send({ decision: await createAppeal(context, viewer, request.body) })
      },
    )
  }
}
