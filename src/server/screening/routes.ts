import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { ReviewRequest, SafetyInfo } from '#shared/safety.ts'
import { HeldBackError } from './held-back-error.ts'

/** What the client shows of the safety policy, and the review of what it held back. */
export function screeningRoutes(context: Context) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const limitReviews = createLimiter(app, context, limits.report)

    app.get(
      '/api/safety',
      { config: { access: 'signed-in' }, schema: { response: { 200: SafetyInfo } } },
      async () => ({
        resources: context.env.crisisResources,
      }),
    )

    app.post(
      '/api/safety/reviews',
      { config: { access: 'signed-in' }, schema: { body: ReviewRequest, response: { 202: z.object({}) } } },
      async ({ viewer, body }, reply) => {
        await limitReviews(viewer.id)
        await context.raisePolicyFlag(context, {
          targetType: 'user',
          targetId: viewer.id,
          targetName: viewer.username,
          subjectId: viewer.id,
          category: 'appeal',
          source: 'appeal',
          summary: `“${viewer.username}” asks for a review of the rule ${body.rule}`,
          details: body.note,
          evidence: { rule: body.rule, content: body.note },
        })
        return reply.status(202).send({})
      },
    )
  }
}

/** Flags what was held back, once whatever was being done has been undone. */
export function flagHeldBack(app: FastifyInstance, context: Context): void {
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof HeldBackError && error.flag) await context.raisePolicyFlag(context, error.flag)
  })
}
