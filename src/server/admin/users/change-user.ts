import { findAccount, findUserByKey, lockAccount, updateUser } from '#server/accounts/queries.ts'
import { deleteLoginsOf } from '#server/accounts/sessions/queries.ts'
import { issueRecoveryCode } from '#server/accounts/settings/recovery-codes.ts'
import { updateAccountType } from '#server/billing/queries.ts'
import type { Context } from '#server/core/context.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { type Actor, appendAudit, commandLine } from '#server/moderation/audit/append-audit.ts'
import { usernameKey } from '#shared/accounts.ts'
import { countSessions, findRegularUser } from './queries.ts'

/**
 * Gives an account Premium, or takes back what an admin gave. Premium that the account pays for stays until its
 * subscription ends.
 */
export function setPremium(context: Context, actor: Actor, userId: string, isGranted: boolean): Promise<void> {
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, userId)
    const account = orNotFound(await findRegularUser(trx, userId))
    const isUnchanged = (account.premium_granted_at !== null) === isGranted
    if (isUnchanged && isGranted) return
    await updateUser(trx, userId, { premium_granted_at: isGranted ? context.clock.now() : null })
    await updateAccountType(trx, userId)
    const after = (await findAccount(trx, userId))?.account_type ?? null
    if (isUnchanged && after === account.account_type) {
      if (after === 'premium') throw new ApiError('paid_premium')
      return
    }
    const facts = { before: account.account_type, after }
    const action = isGranted ? 'grant_premium' : 'revoke_premium'
    await appendAudit(context, trx, actor, [{ action, target_type: 'user', target_id: userId, facts }])
  })
}

/** Logs an account out everywhere. */
export function endSessions(context: Context, actor: Actor, userId: string): Promise<void> {
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, userId)
    if (!(await findRegularUser(trx, userId))) throw notFound()
    const sessions = await countSessions(trx, userId)
    if (sessions === 0) return
    await deleteLoginsOf(trx, userId)
    const entry = { action: 'end_sessions', target_type: 'user', target_id: userId, facts: { sessions } } as const
    await appendAudit(context, trx, actor, [entry])
  })
}

/**
 * Creates a recovery code for an account whose owner has forgotten the password and has no code. Whoever has it can set a
 * new password, so it is an entry of the audit log. The codes of the account stop working.
 */
export function issueCode(context: Context, actor: Actor, userId: string): Promise<string> {
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, userId)
    if (!(await findRegularUser(trx, userId))) throw notFound()
    const code = await issueRecoveryCode(context, trx, userId)
    const entry = { action: 'issue_recovery_code', target_type: 'user', target_id: userId, facts: {} } as const
    await appendAudit(context, trx, actor, [entry])
    return code
  })
}

/** For the command line. Null when there is no such account. */
export async function issueCodeByName(context: Context, username: string): Promise<string | null> {
  const user = await findUserByKey(context.db, usernameKey(username))
  return user ? issueCode(context, commandLine, user.id) : null
}
