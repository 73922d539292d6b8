import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Context } from '#server/core/context.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { ReportRequest, ReportResponse } from '#shared/moderation.ts'
import { createReport } from './create-report.ts'
import { viewReport } from './view.ts'

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
  }
}
