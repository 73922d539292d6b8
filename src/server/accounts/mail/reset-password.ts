import type { Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { usernameKey } from '#shared/accounts.ts'
import { isPastUndo } from '../deletion.ts'
import { fingerprint, hashPassword } from '../password.ts'
import { assertStrongPassword } from '../password-rules.ts'
import { findMailAccount, listMailAccounts, replacePasswordHash, updateUser } from '../queries.ts'
import { openToken, redeemToken } from '../sealed-tokens.ts'
import { deleteLoginsOf } from '../sessions/queries.ts'
import type { Authenticated } from '../sessions/session.ts'
import { queueMail } from './mail-queue.ts'

/** Queues a mail for the account with this username, or for those with this address. `mayMail` limits the mails of an account. */
export async function requestReset(
  context: Context,
  given: string,
  mayMail: (userId: string) => Promise<boolean>,
): Promise<void> {
  const text = given.trim()
  const accounts = await listMailAccounts(context.db, { usernameKey: usernameKey(text), email: text.toLowerCase() })
  for (const account of accounts) {
    if (isPastUndo(account, context.clock.now()) || !(await mayMail(account.id))) continue
    await queueMail(context, context.db, { type: 'reset', userId: account.id })
  }
}

const linkEnded = () =>
  new ApiError('sign_in_failed', {
    message: 'This link was used before or is older than 30 minutes. Please ask for a new one.',
  })

/** Sets a new password with the link of a mail, which a change of the password ends too. */
export async function resetPassword(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<Authenticated> {
  assertStrongPassword(context, 'newPassword', newPassword)
  if (!openToken(context, 'reset', token)) throw linkEnded()
  // Before the link is used up, so that a server too busy to hash does not cost a link.
  const passwordHash = await hashPassword(newPassword)
  const { account, needsPasskey } = await context.transact(async (trx) => {
    const proved = await redeemToken<{ userId: string; password: string }>(context, trx, 'reset', token)
    const user = proved ? await findMailAccount(trx, proved.userId) : undefined
    if (!proved || !user || isPastUndo(user, context.clock.now())) throw linkEnded()
    const isCurrent = proved.password === fingerprint(user.password_hash)
    const change = { from: user.password_hash, to: passwordHash }
    if (!isCurrent || !(await replacePasswordHash(trx, user.id, change))) throw linkEnded()
    await deleteLoginsOf(trx, user.id)
    await queueMail(context, trx, { type: 'password-changed', userId: user.id })
    return {
      account: await updateUser(trx, user.id, { password_hash: passwordHash }),
      needsPasskey: user.needs_passkey,
    }
  })
  if (!account) throw linkEnded()
  if (needsPasskey === 1) throw new ApiError('passkey_required', { message: 'Your new password is set. Now log in.' })
  return { account, passwordHash }
}
