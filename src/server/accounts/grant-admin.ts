import type { Context } from '#server/core/context.ts'
import { EnvironmentError } from '#server/core/env.ts'
import type { Account } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { usernameKey } from '#shared/accounts.ts'
import { findUserByKey, listStaffAccounts } from './queries.ts'
import { register } from './register.ts'

/** The admins and moderators. */
export function listStaff(context: Context): Promise<Account[]> {
  return listStaffAccounts(context.db)
}

/** Creates the admin that `ADMIN_USERNAME` and `ADMIN_PASSWORD` name. An existing account is left unchanged. */
export async function createAdminFromEnvironment(context: Context): Promise<boolean> {
  const { adminUsername: username, adminPassword: password } = context.env
  if (!username || !password) return false
  if (await findUserByKey(context.db, usernameKey(username))) return false
  try {
    await register(context, { username, password }, 'admin')
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Another instance that starts at the same time has created it.
    if (error.code === 'username_taken') return false
    const variable = error.details.fields?.username ? 'ADMIN_USERNAME' : 'ADMIN_PASSWORD'
    throw new EnvironmentError(`${variable}: ${error.message.replace(/\.?$/, '.')}`, { cause: error })
  }
}
