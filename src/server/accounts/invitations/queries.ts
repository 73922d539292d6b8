import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { updateRows } from '#server/db/rows.ts'
import type { InvitationsTable } from '#server/db/schema/accounts.ts'

export type InvitationRow = Selectable<InvitationsTable>

export function findInvitation(db: Queryable, token: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('token', '=', token).executeTakeFirst()
}

/** Counts a use and returns the id; null when the invitation has ended. One statement, so that no use is given twice. */
export async function takeInvitation(trx: Queryable, token: string, now: number): Promise<string | null> {
  const taken = await trx
    .updateTable('invitations')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('token', '=', token)
    .whereRef('uses', '<', 'max_uses')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning('id')
    .executeTakeFirst()
  return taken?.id ?? null
}

export const insertInvitation = (trx: Queryable, row: Insertable<InvitationsTable>) =>
  trx.insertInto('invitations').values(row).execute()

/** False when there is none, or it was revoked before. */
export const revokeInvitation = (trx: Queryable, id: string, now: number) =>
  updateRows(trx, 'invitations', { id, revoked_at: null }, { revoked_at: now })

/** Newest first. */
export function listInvitations(db: Queryable, limit: number): Promise<InvitationRow[]> {
  return db.selectFrom('invitations').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

/** The accounts that signed up with these invitations, newest first. */
export const listInvited = (db: Queryable, ids: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'invitation_id'])
    .where('invitation_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
