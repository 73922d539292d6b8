import type { Context } from '#server/core/context.ts'
import { usernameKey } from '#shared/accounts.ts'
import { deleteSessionsOf, findUserByKey, listUsersOfType, type UserRow, updateUser } from './queries.ts'
import { register } from './register.ts'

/** Makes an account an admin, or a free one again. A change of role ends its sessions. Null: nobody by that name. */
export async function appoint(
  context: Context,
  username: string,
  accountType: 'admin' | 'free',
): Promise<UserRow | null> {
  const user = await findUserByKey(context.db, usernameKey(username))
  if (!user || user.is_house === 1) return null
  if (user.account_type === accountType) return user
  await deleteSessionsOf(context.db, user.id)
  return (await updateUser(context.db, user.id, { account_type: accountType })) ?? null
}

export function listAdmins(context: Context): Promise<UserRow[]> {
  return listUsersOfType(context.db, 'admin')
}

/** `ADMIN_USERNAME` and `ADMIN_PASSWORD`: this admin exists after the start. An existing account is left as it is. */
export async function appointFromEnvironment(context: Context): Promise<boolean> {
  const { adminUsername: username, adminPassword: password } = context.env
  if (!username || !password) return false
  if (await findUserByKey(context.db, usernameKey(username))) return false
  await register(context, { username, password }, 'admin')
  return true
}
