import type { Context } from '#server/core/context.ts'
import { accountLimits } from '#shared/accounts.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { deleteUser, listAccountsToPurge } from './queries.ts'

/**
 * Deletes the accounts whose undo time is over, with all their data. An account whose purge fails is logged and left
 * for the next run; the others go on. Returns how many were deleted.
 */
export async function purgeDeletedAccounts(context: Context, accountData: AccountDataSource[]): Promise<number> {
  const accounts = await listAccountsToPurge(context.db, context.clock.now() - accountLimits.deletionWindow)
  let purged = 0
  for (const { id } of accounts) {
    try {
      for (const source of accountData) await source.erase(context, id)
      await context.transact((trx) => deleteUser(trx, id))
      purged += 1
    } catch (error) {
      context.log.error({ err: error, userId: id }, 'account purge failed')
    }
  }
  if (purged > 0) context.log.info({ accounts: purged }, 'deleted accounts purged')
  return purged
}
