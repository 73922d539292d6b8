import { usernameKey } from '#shared/accounts.ts'
import { deleteSessionsOf, findAccount, findUserByKey, lockAccount, updateUser } from './accounts/queries.ts'
import { updateAccountType } from './billing/queries.ts'
import type { Context } from './core/context.ts'
import type { Account } from './core/viewer.ts'
import { appendAudit } from './moderation/audit/append-audit.ts'

/**
 * Makes an account an admin, or an admin what its subscription says: Premium or free. A change of role ends the
 * account's sessions. Returns null when no account has that name.
 */
export async function setAdmin(context: Context, username: string, isAdmin: boolean): Promise<Account | null> {
  const user = await findUserByKey(context.db, usernameKey(username))
  if (!user || user.is_system === 1) return null
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, user.id)
    const account = await findAccount(trx, user.id)
    if (!account || (account.account_type === 'admin') === isAdmin) return account ?? null
    await deleteSessionsOf(trx, user.id)
    await updateUser(trx, user.id, { account_type: isAdmin ? 'admin' : 'free' })
    if (!isAdmin) await updateAccountType(trx, user.id)
    const changed = (await findAccount(trx, user.id)) ?? null
    const facts = { before: account.account_type, after: changed?.account_type ?? null }
    const action = isAdmin ? 'grant_admin' : 'revoke_admin'
    const target = { target_type: 'user', target_id: user.id } as const
    await appendAudit(context, trx, [{ action, actor_id: null, ...target, facts, requestId: 'command line' }])
    return changed
  })
}
