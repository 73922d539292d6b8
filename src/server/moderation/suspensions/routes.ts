import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { suspensionApi } from '#shared/moderation.ts'
import { liftSuspension, suspendAccount } from './suspend.ts'

/** Suspensions by hand. */
export function suspensionRoutes(context: Context) {
  return handleRoutes(suspensionApi, () => ({
    'POST /api/admin/users/:id/suspension': ({ viewer, params, body, id }) =>
      suspendAccount(context, { admin: viewer, requestId: id }, params.id, body),
    'DELETE /api/admin/users/:id/suspension': ({ viewer, params, body, id }) =>
      liftSuspension(context, { admin: viewer, requestId: id }, params.id, { notes: body?.notes ?? '' }),
  }))
}
