import type { Context } from '#server/core/context.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import { type Account, displayName } from '#server/core/viewer.ts'
import { Session, User } from '#shared/accounts.ts'
import { ApiKey } from '#shared/api-keys.ts'
import { isChatFiltered } from '#shared/entitlements.ts'
import { SignInMethod } from '#shared/sign-in.ts'
import { deletionDueAt } from './deletion.ts'
import type { MethodRow } from './methods/queries.ts'
import type { ApiKeyRow, SessionRow } from './sessions/queries.ts'
import { readDevice } from './settings/device.ts'

/** The account as its owner sees it, with the instance's own limits. */
export function viewUser({ settings }: Context, row: Account, isNewcomer: boolean): User {
  return { ...viewAccount(row), isNewcomer, maxContentRating: settings.current().maxContentRating }
}

const viewAccount = (row: Account): Omit<User, 'isNewcomer' | 'maxContentRating'> => ({
  ...fieldsOf(User, row),
  name: displayName(row),
  chatFilter: isChatFiltered(row.account_type, row.chat_filter === 1),
  memory: row.has_memory === 1,
  adultConfirmed: row.adult_confirmed_at !== null,
  deletionScheduledAt: deletionDueAt(row),
})

export const viewSession = (row: SessionRow, currentId: string): Session => ({
  ...fieldsOf(Session, row),
  ...readDevice(row.user_agent),
  current: row.id === currentId,
})

export const viewMethod = (row: MethodRow): SignInMethod => fieldsOf(SignInMethod, row)

export const viewApiKey = (row: ApiKeyRow): ApiKey => fieldsOf(ApiKey, row)

/** The account in its owner's download: everything but the password hash. */
export function viewOwnAccount(row: Account) {
  return {
    ...viewAccount(row),
    adultConfirmedAt: row.adult_confirmed_at,
    deletionRequestedAt: row.deletion_requested_at,
  }
}

export function viewOwnSession(row: SessionRow) {
  return { userAgent: row.user_agent, createdAt: row.created_at, lastSeenAt: row.last_seen_at }
}
