import { assertOtherAdmin } from '#server/accounts/last-admin.ts'
import { findAccount, findUserByKey, lockAccount, updateUser } from '#server/accounts/queries.ts'
import { deleteLoginsOf } from '#server/accounts/sessions/queries.ts'
import { updateAccountType } from '#server/billing/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { type Actor, appendAudit, commandLine } from '#server/moderation/audit/append-audit.ts'
import { usernameKey } from '#shared/accounts.ts'
import type { AuditAction } from '#shared/audit.ts'
import type { AccountRole } from '#shared/users.ts'
import { findRegularUser } from './queries.ts'

interface Change {
  userId: string
  role: AccountRole
}

/**
 * Makes an account an admin, a moderator or neither: without the admin's rights it is what it would be otherwise, Premium or
 * free. A change of role ends the account's sessions, which closes its dashboards. Returns null when there is no such account.
 */
export function setRole(context: Context, actor: Actor, { userId, role }: Change): Promise<Account | null> {
  const isAdmin = role === 'admin'
  return context.transact(async (trx) => {
    if (!isAdmin) await assertOtherAdmin(context, trx, userId)
    await lockAccount(trx, context.dialect, userId)
    const account = (await findRegularUser(trx, userId)) && (await findAccount(trx, userId))
    const actions = account ? actionsFor(account, role) : []
    if (!account || actions.length === 0) return account ?? null
    await deleteLoginsOf(trx, userId)
    const accountType = isAdmin ? 'admin' : account.account_type === 'admin' ? 'free' : account.account_type
    await updateUser(trx, userId, { account_type: accountType, is_moderator: role === 'moderator' ? 1 : 0 })
    if (!isAdmin) await updateAccountType(trx, userId)
    const changed = (await findAccount(trx, userId)) ?? null
    const facts = { before: account.account_type, after: changed?.account_type ?? null }
    const entry = { target_type: 'user', target_id: userId, facts } as const
    await appendAudit(
      context,
      trx,
      actor,
      actions.map((action) => ({ action, ...entry })),
    )
    return changed
  })
}

/** What the log records of the change; nothing where the account has the role. */
function actionsFor({ account_type, is_moderator }: Account, role: AccountRole): AuditAction[] {
  const before = account_type === 'admin' ? 'admin' : is_moderator === 1 ? 'moderator' : 'none'
  if (before === role) return []
  const actions: AuditAction[] = []
  if (before !== 'none') actions.push(`revoke_${before}`)
  if (role !== 'none') actions.push(`grant_${role}`)
  return actions
}

/** For the command line. */
export async function setRoleByName(context: Context, username: string, role: AccountRole): Promise<Account | null> {
  const user = await findUserByKey(context.db, usernameKey(username))
  return user ? setRole(context, commandLine, { userId: user.id, role }) : null
}
