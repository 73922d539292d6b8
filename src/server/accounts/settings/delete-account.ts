import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { deletionDueAt } from '../deletion.ts'
import { deleteSessionsOf, type UserRow, updateUser } from '../queries.ts'
import { checkPassword } from './check-password.ts'

/**
 * Puts the account up for deletion: signed out everywhere, and its public characters out of everyone's reach, at once.
 * Nothing is lost yet; logging in until the time it answers brings the account back as it was.
 */
export async function requestDeletion(context: Context, user: UserRow, password: string): Promise<number> {
  await checkPassword(user, password)
  const deletion_requested_at = context.clock.now()
  await context.transact(async (trx) => {
    await updateUser(trx, user.id, { deletion_requested_at })
    await deleteSessionsOf(trx, user.id)
  })
  return deletionDueAt({ deletion_requested_at }) ?? deletion_requested_at
}

export async function restoreAccount(context: Context, user: UserRow): Promise<UserRow> {
  const restored = await updateUser(context.db, user.id, { deletion_requested_at: null })
  if (!restored) throw notFound()
  return restored
}
