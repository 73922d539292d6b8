import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { LiftSuspensionRequest, SuspensionRequest, SuspensionResponse } from '#shared/moderation.ts'
import { liftSuspension, suspendAccount } from './suspend.ts'

const config = { access: 'moderator' } as const
const params = z.object({ id: z.string() })
const response = { 200: SuspensionResponse }

/** Suspensions by hand. */
export function suspensionRoutes(context: Context) {
  return createRoutes((app) => {
    app.post(
      '/api/admin/users/:id/suspension',
      { config, schema: { params, body: SuspensionRequest, response } },
      async ({ viewer, params, body, id }) =>
        suspendAccount(context, { admin: viewer, requestId: id }, params.id, body),
    )

    app.delete(
      '/api/admin/users/:id/suspension',
      { config, schema: { params, body: LiftSuspensionRequest, response } },
      async ({ viewer, params, body, id }) =>
        liftSuspension(context, { admin: viewer, requestId: id }, params.id, { notes: body?.notes ?? '' }),
    )
  })
}
