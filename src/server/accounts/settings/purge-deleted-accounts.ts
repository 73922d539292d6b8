import type { Context } from '#server/core/context.ts'
import { accountLimits } from '#shared/accounts.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { deleteUser, listAccountsToPurge } from './queries.ts'

const sweepEvery = 60 * 60_000

/**
 * Deletes for good the accounts whose time to change their mind is over, with everything they had. What one of them
 * fails on stays for the next sweep and stands in nobody else's way. Returns how many are gone.
 */
export async function purgeDeletedAccounts(context: Context, accountData: AccountDataSource[]): Promise<number> {
  const departed = await listAccountsToPurge(context.db, context.clock.now() - accountLimits.deletionWindow)
  let removed = 0
  for (const { id } of departed) {
    try {
      for (const kept of accountData) await kept.remove(context, id)
      await deleteUser(context.db, id)
      removed += 1
    } catch (error) {
      context.log.error({ err: error, userId: id }, 'an account could not be deleted; the next sweep tries again')
    }
  }
  if (removed > 0) context.log.info({ accounts: removed }, 'deleted accounts whose time to undo it was over')
  return removed
}

/** Looks for such accounts now and once an hour. Returns how to stop; that waits for a sweep that is under way. */
export function schedulePurgeOfDeletedAccounts(
  context: Context,
  accountData: AccountDataSource[],
): () => Promise<void> {
  let sweep = Promise.resolve()
  const begin = () => {
    sweep = sweep
      .then(() => purgeDeletedAccounts(context, accountData))
      .then(
        () => {},
        (error: unknown) => context.log.error({ err: error }, 'sweep of deleted accounts failed'),
      )
  }
  begin()
  const timer = setInterval(begin, sweepEvery)
  timer.unref()
  return () => {
    clearInterval(timer)
    return sweep
  }
}
