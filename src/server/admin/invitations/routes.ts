import { invitationState } from '#server/accounts/invitations/invitation.ts'
import {
  insertInvitation,
  listInvitations,
  listInvited,
  revokeInvitation,
} from '#server/accounts/invitations/queries.ts'
import type { Context } from '#server/core/context.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import { displayName } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { type Actor, appendAudit } from '#server/moderation/audit/append-audit.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { Invitation, type InvitationRequest, invitationApi, invitationLimits } from '#shared/invitations.ts'

/** Links with which people sign up. */
export function invitationRoutes(context: Context) {
  const after = async (change: unknown) => {
    await change
    return readInvitations(context)
  }
  return handleRoutes(invitationApi, () => ({
    'GET /api/admin/invitations': () => readInvitations(context),
    'POST /api/admin/invitations': (request) => after(createInvitation(context, moderatorOf(request), request.body)),
    'DELETE /api/admin/invitations/:id': (request) =>
      after(endInvitation(context, moderatorOf(request), request.params.id)),
  }))
}

const day = 86_400_000

async function readInvitations({ db, clock }: Context): Promise<{ invitations: Invitation[] }> {
  const rows = await listInvitations(db, invitationLimits.listed)
  const users =
    rows.length > 0
      ? await listInvited(
          db,
          rows.map(({ id }) => id),
        )
      : []
  const invitations = rows.map((row) => ({
    ...fieldsOf(Invitation, row),
    state: invitationState(row, clock.now()),
    users: users
      .filter(({ invitation_id }) => invitation_id === row.id)
      .map((user) => ({ id: user.id, name: displayName(user) })),
  }))
  return { invitations }
}

async function createInvitation(
  context: Context,
  admin: Actor,
  { note, maxUses, days }: InvitationRequest,
): Promise<void> {
  const id = context.ids.uuid()
  const now = context.clock.now()
  const expiresAt = days === null ? null : now + days * day
  const row = { id, token: context.ids.secret(16), note, uses: 0, max_uses: maxUses, created_at: now }
  await context.transact(async (trx) => {
    await insertInvitation(trx, { ...row, expires_at: expiresAt, revoked_at: null })
    const facts = { name: note || 'Invitation', maxUses, days }
    const target = { target_type: 'site', target_id: id } as const
    await appendAudit(context, trx, admin, [{ action: 'create_invitation', ...target, facts }])
  })
}

/** Accounts that were created with it stay. */
async function endInvitation(context: Context, admin: Actor, id: string): Promise<void> {
  await context.transact(async (trx) => {
    if (!(await revokeInvitation(trx, id, context.clock.now()))) throw new ApiError('not_found')
    const target = { target_type: 'site', target_id: id } as const
    await appendAudit(context, trx, admin, [{ action: 'revoke_invitation', ...target, facts: { name: 'Invitation' } }])
  })
}
