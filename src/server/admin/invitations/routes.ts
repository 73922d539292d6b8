import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { invitationApi } from '#shared/invitations.ts'
import { createInvitation, endInvitation, readInvitations } from './invitations.ts'

/** Links with which people sign up. */
export function invitationRoutes(context: Context) {
  return handleRoutes(invitationApi, () => ({
    'GET /api/admin/invitations': () => readInvitations(context),
    'POST /api/admin/invitations': async (request) => {
      await createInvitation(context, moderatorOf(request), request.body)
      return readInvitations(context)
    },
    'DELETE /api/admin/invitations/:id': async (request) => {
      await endInvitation(context, moderatorOf(request), request.params.id)
      return readInvitations(context)
    },
  }))
}
