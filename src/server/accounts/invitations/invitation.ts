import type { Context, Queryable } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Invitation } from '#shared/invitations.ts'
import { findInvitation, type InvitationRow } from './queries.ts'

export function invitationState(row: InvitationRow, now: number): Invitation['state'] {
  if (row.revoked_at !== null) return 'revoked'
  if (row.uses >= row.max_uses) return 'used'
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'valid'
}

/** Throws unless people may sign up at the moment: everybody, or whoever has a valid invitation. */
export async function assertMayRegister(
  { settings, clock, ...context }: Context,
  token: string | undefined,
  db: Queryable = context.db,
): Promise<void> {
  const { registration } = settings.current()
  if (registration === 'closed') throw new ApiError('registration_closed')
  if (registration === 'open') return
  if (!token) throw new ApiError('invitation_required')
  const row = await findInvitation(db, token)
  if (!row || invitationState(row, clock.now()) !== 'valid') throw new ApiError('invitation_ended')
}
