import { assertOtherAdmin } from '#server/accounts/last-admin.ts'
import { findAccount, findUserByKey, lockAccount, updateUser } from '#server/accounts/queries.ts'
import { deleteSessionsOf } from '#server/accounts/sessions/queries.ts'
import { updateAccountType } from '#server/billing/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { appendAudit } from '#server/moderation/audit/append-audit.ts'
import { unclaimAll } from '#server/moderation/flags/claim-flag.ts'
import { usernameKey } from '#shared/accounts.ts'
import { findRegularUser } from './queries.ts'

/** Who acts, for the audit log. */
export interface Actor {
  /** Null for a command line. */
  id: string | null
  requestId: string
}

/** The actor of commands. */
export const commandLine: Actor = { id: null, requestId: 'command line' }

interface Change {
  userId: string
  isAdmin: boolean
}

/**
 * Makes an account an admin, or an admin what it would be otherwise: Premium or free. A change of role ends the account's
 * sessions, which closes its dashboards. Returns null when there is no such account.
 */
export async function setAdmin(context: Context, actor: Actor, change: Change): Promise<Account | null> {
  const { userId, isAdmin } = change
  const account = await context.transact(async (trx) => {
    if (!isAdmin) await assertOtherAdmin(context, trx, userId)
    await lockAccount(trx, context.dialect, userId)
    const account = (await findRegularUser(trx, userId)) && (await findAccount(trx, userId))
    if (!account || (account.account_type === 'admin') === isAdmin) return account ?? null
    await deleteSessionsOf(trx, userId)
    await updateUser(trx, userId, { account_type: isAdmin ? 'admin' : 'free' })
    if (!isAdmin) await updateAccountType(trx, userId)
    const changed = (await findAccount(trx, userId)) ?? null
    const facts = { before: account.account_type, after: changed?.account_type ?? null }
    const action = isAdmin ? 'grant_admin' : 'revoke_admin'
    const target = { target_type: 'user', target_id: userId } as const
    await appendAudit(context, trx, [{ action, actor_id: actor.id, ...target, facts, requestId: actor.requestId }])
    return changed
  })
  if (!isAdmin) await unclaimAll(context, userId)
  return account
}

/** For the command line. */
export async function setAdminByName(context: Context, username: string, isAdmin: boolean): Promise<Account | null> {
  const user = await findUserByKey(context.db, usernameKey(username))
  return user ? setAdmin(context, commandLine, { userId: user.id, isAdmin }) : null
}
