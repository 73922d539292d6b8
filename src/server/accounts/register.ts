import type { Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { authMessages, Username, usernameKey } from '#shared/accounts.ts'
import { hashPassword } from './password.ts'
import { assertStrongPassword, refuseField } from './password-rules.ts'
import { insertUser, type UserRow } from './queries.ts'

/** Makes an account. The unique index, not a look beforehand, decides who gets a name. */
export async function register(
  context: Context,
  request: { username: string; password: string },
  accountType: UserRow['account_type'] = 'free',
): Promise<UserRow> {
  const username = readUsername(request.username, request.password)
  assertStrongPassword(context, 'password', request.password)
  const user: UserRow = {
    id: context.ids.uuid(),
    username,
    username_key: usernameKey(username),
    password_hash: await hashPassword(request.password),
    display_name: null,
    account_type: accountType,
    is_system: 0,
    adult_confirmed_at: null,
    deletion_requested_at: null,
    created_at: context.clock.now(),
  }
  if (!(await insertUser(context.db, user))) {
    throw new ApiError('username_taken', { details: { fields: { username: 'Username already taken' } } })
  }
  return user
}

function readUsername(username: string, password: string): string {
  if (username.trim() === '' || password === '') refuseField('username', authMessages.registerMissing)
  const parsed = Username.safeParse(username)
  if (!parsed.success)
    return refuseField('username', parsed.error.issues[0]?.message ?? 'Please choose another username')
  return parsed.data
}
