import type { Context } from '#server/core/context.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { deletionDueAt } from '../deletion.ts'
import { deleteSessionsOf, updateUser } from '../queries.ts'
import { checkPassword } from './check-password.ts'

/**
 * Puts the account up for deletion: signed out everywhere, and its public characters out of everyone's reach, at once.
 * Nothing is lost yet; logging in until the time it answers brings the account back as it was.
 */
export async function requestDeletion(context: Context, viewer: Viewer, password: string): Promise<number> {
  await checkPassword(context, viewer.id, password)
  const deletion_requested_at = context.clock.now()
  await context.transact(async (trx) => {
    await updateUser(trx, viewer.id, { deletion_requested_at })
    await deleteSessionsOf(trx, viewer.id)
  })
  return deletionDueAt({ deletion_requested_at }) ?? deletion_requested_at
}

export async function restoreAccount(context: Context, viewer: Viewer): Promise<Account> {
  const restored = await updateUser(context.db, viewer.id, { deletion_requested_at: null })
  if (!restored) throw notFound()
  return restored
}
