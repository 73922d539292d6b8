import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { screeningApi } from '#shared/safety.ts'
import { HeldBackError } from './held-back-error.ts'

/** The review of what the safety policy held back. */
export function screeningRoutes(context: Context) {
  return handleRoutes(screeningApi, () => ({
    'POST /api/safety/reviews': async ({ viewer, body }) => {
      await context.raisePolicyFlag(context, {
        targetType: 'user',
        targetId: viewer.id,
        targetName: viewer.username,
        subjectId: viewer.id,
        category: 'appeal',
        source: 'appeal',
        summary: `“${viewer.username}” asks for a review of the rule ${body.rule}`,
        details: body.note,
        evidence: { rule: body.rule, note: body.note },
      })
      return {}
    },
  }))
}

/** Raises the flag of a text that was held back, after the request's transaction was rolled back. */
export function flagHeldBack(app: FastifyInstance, context: Context): void {
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof HeldBackError && error.flag) await context.raisePolicyFlag(context, error.flag)
  })
}
