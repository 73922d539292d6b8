import { isBlank } from '#engine/is-blank.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { ApiError, fieldError } from '#server/http/api-error.ts'
import { classifyText } from '#server/screening/classify-text.ts'
import { HeldBackError } from '#server/screening/held-back-error.ts'
import { noticeOf } from '#server/screening/screen-text.ts'
import { authMessages, Username, usernameKey } from '#shared/accounts.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { assertMayRegister } from './invitations/invitation.ts'
import { takeInvitation } from './invitations/queries.ts'
import { hashPassword } from './password.ts'
import { assertStrongPassword } from './password-rules.ts'
import { insertUser, isRetiredUsername } from './queries.ts'
import { isReservedName } from './reserved-names.ts'
import type { Authenticated } from './sessions/session.ts'

interface Registration {
  username: string
  /** Empty for an account with another way to log in. */
  password: string
  invitation?: string
  /** Links that other way, in the transaction that creates the account. */
  link?: (trx: Queryable, userId: string) => Promise<void>
}

/** Creates an account. The unique index decides who gets a username, not a read beforehand. */
export async function register(
  context: Context,
  { password, link, ...request }: Registration,
  accountType: Account['account_type'] = 'free',
): Promise<Authenticated> {
  if (accountType !== 'admin') await assertMayRegister(context, request.invitation)
  const username = readUsername(request.username, link ? null : password)
  if (accountType !== 'admin' && isReservedName(username)) throw usernameTaken(authMessages.usernameReserved)
  const hit = context.safety.check('name', username, { isFiltered: false })
  if (hit) throw new HeldBackError('name', noticeOf(hit), null, 'username')
  if (!link) assertStrongPassword(context, 'password', password)
  const [passwordHash, classified] = await Promise.all([
    link ? '' : hashPassword(password),
    classifyText(context, { surface: 'name', text: username, isFiltered: false }),
  ])
  if (classified.hit) throw new HeldBackError('name', noticeOf(classified.hit), null, 'username')
  const now = context.clock.now()
  const row = {
    id: context.ids.uuid(),
    username,
    username_key: usernameKey(username),
    password_hash: passwordHash,
    account_type: accountType,
    created_at: now,
  }
  const account = await context.transact(async (trx) => {
    const invitation = request.invitation ? await takeInvitation(trx, request.invitation, now) : null
    // Somebody else may have taken its last use since.
    if (invitation === null && accountType !== 'admin') await assertMayRegister(context, request.invitation, trx)
    const inserted = await insertUser(trx, { ...row, invitation_id: invitation })
    // The second check comes last: a purge that ends meanwhile frees the index, and has then retired the username.
    if (!inserted || (await isRetiredUsername(trx, row.username_key)))
      throw usernameTaken(errorCatalogue.username_taken.message)
    await link?.(trx, row.id)
    return inserted
  })
  return { account, passwordHash }
}

function usernameTaken(message: string): ApiError {
  return new ApiError('username_taken', { message, details: { fields: { username: message } } })
}

function readUsername(username: string, password: string | null): string {
  if (isBlank(username) || password === '') throw fieldError('username', authMessages.registerMissing)
  const parsed = Username.safeParse(username)
  if (!parsed.success) throw fieldError('username', parsed.error.issues[0]?.message ?? 'Please choose another username')
  return parsed.data
}
