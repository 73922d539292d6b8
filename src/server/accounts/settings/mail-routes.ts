import type { Context } from '#server/core/context.ts'
import { addressOf } from '#server/http/address.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { usernameKey } from '#shared/accounts.ts'
import { mailApi } from '#shared/sign-in.ts'
import { isPastUndo } from '../deletion.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { fingerprint, hashPassword } from '../password.ts'
import { assertStrongPassword } from '../password-rules.ts'
import { findMailAccount, listMailAccounts, replacePasswordHash, updateEmail, updateUser } from '../queries.ts'
import { openToken, redeemToken } from '../sealed-tokens.ts'
import { deleteLoginsOf } from '../sessions/queries.ts'
import { type Authenticated, startSession } from '../sessions/session.ts'
import { viewUser } from '../view.ts'
import { checkPassword } from './check-password.ts'

/** The address of an account, and a new password by mail. Without a mail server there is none of it. */
export function mailRoutes(context: Context) {
  const { env, db } = context
  const assertMail = () => {
    if (env.mail === null) throw notFound()
  }
  /** Sets the address, and tells the old one. */
  const setEmail = (userId: string, email: string | null) =>
    context.transact(async (trx) => {
      const old = (await findMailAccount(trx, userId))?.email
      if (old === undefined) throw notFound()
      await updateEmail(trx, userId, email)
      if (old !== null && old !== email) await queueMail(context, trx, { type: 'email-changed', userId, email: old })
    })
  return handleRoutes(mailApi, (app) => {
    const limitMails = createLimiter(app, context, limits.mail)
    const mayMail = (userId: string) =>
      limitMails(`account ${userId}`).then(
        () => true,
        () => false,
      )
    return {
      'POST /api/auth/reset/request': async (request) => {
        assertMail()
        if (!env.passwordLogin) throw new ApiError('password_login_off')
        const { account } = request.body
        await limitMails(`address ${addressOf(request)}`)
        await limitMails(`name ${account.trim().toLowerCase()}`)
        // Not awaited: the answer takes as long where there is no such account.
        requestReset(context, account, mayMail).catch((error: unknown) =>
          context.log.error({ err: error }, 'a mail for a new password was not queued'),
        )
      },
      'POST /api/auth/reset': async (request, reply) => {
        assertMail()
        if (!env.passwordLogin) throw new ApiError('password_login_off')
        const authenticated = await resetPassword(context, request.body)
        await startSession(context, request, reply, authenticated)
        return { user: viewUser(context, authenticated.account, false) }
      },
      'GET /api/auth/email': async ({ viewer }) => ({ email: (await findMailAccount(db, viewer.id))?.email ?? null }),
      'PUT /api/auth/email': async ({ viewer, body: { email, password } }) => {
        assertMail()
        await checkPassword(context, viewer, password)
        if (email === null) return void (await setEmail(viewer.id, null))
        await limitMails(`account ${viewer.id}`)
        await queueMail(context, db, { type: 'confirm', userId: viewer.id, email })
      },
      'POST /api/auth/email/confirm': async (request) => {
        assertMail()
        const proved = await redeemToken<{ userId: string; email: string }>(context, db, 'confirm', request.body.token)
        const message =
          'This link was used before or is older than a day. Please enter your address again under Account.'
        if (!proved) throw new ApiError('sign_in_failed', { message })
        await setEmail(proved.userId, proved.email)
      },
    }
  })
}

/** Queues a mail for the account with this username, or for those with this address. `mayMail` limits the mails of an account. */
async function requestReset(
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
async function resetPassword(
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
