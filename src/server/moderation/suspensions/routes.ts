import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { suspensionApi } from '#shared/moderation.ts'
import { moderatorOf } from '../flags/change-flag.ts'
import { liftSuspension, suspendAccount } from './suspend.ts'

/** Suspensions by hand. */
export function suspensionRoutes(context: Context) {
  return handleRoutes(suspensionApi, () => ({
    'POST /api/admin/users/:id/suspension': (request) =>
      suspendAccount(context, moderatorOf(request), request.params.id, request.body),
    'DELETE /api/admin/users/:id/suspension': (request) =>
      liftSuspension(context, moderatorOf(request), request.params.id, { notes: request.body?.notes ?? '' }),
  }))
}
