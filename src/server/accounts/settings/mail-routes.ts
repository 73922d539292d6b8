import type { Context } from '#server/core/context.ts'
import { addressOf } from '#server/http/address.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { mailApi } from '#shared/sign-in.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { requestReset, resetPassword } from '../mail/reset-password.ts'
import { findMailAccount, updateEmail } from '../queries.ts'
import { redeemToken } from '../sealed-tokens.ts'
import { startSession } from '../sessions/session.ts'
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
