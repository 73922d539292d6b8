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
  const account: Account = {
    id: context.ids.uuid(),
    username,
    display_name: null,
    player_name: null,
    chat_filter: 0,
    has_memory: 1,
    account_type: accountType,
    is_moderator: 0,
    adult_confirmed_at: null,
    deletion_requested_at: null,
    suspended_until: null,
    has_persona_defaults: 0,
    dismissed_announcement: null,
    created_at: context.clock.now(),
  }
  const row = { ...account, username_key: usernameKey(username), password_hash: passwordHash, is_system: 0 }
  await context.transact(async (trx) => {
    const invitation = request.invitation ? await takeInvitation(trx, request.invitation, account.created_at) : null
    // Somebody else may have taken its last use since.
    if (invitation === null && accountType !== 'admin') await assertMayRegister(context, request.invitation, trx)
    // The second check comes last: a purge that ends meanwhile frees the index, and has then retired the username.
    const isFree =
      (await insertUser(trx, { ...row, invitation_id: invitation })) &&
      !(await isRetiredUsername(trx, row.username_key))
    if (!isFree) throw usernameTaken(errorCatalogue.username_taken.message)
    await link?.(trx, row.id)
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
