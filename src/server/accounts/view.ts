import type { Context } from '#server/core/context.ts'
import { type Account, displayName } from '#server/core/viewer.ts'
import type { Session, User } from '#shared/accounts.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { isChatFiltered } from '#shared/entitlements.ts'
import type { SignInMethod } from '#shared/sign-in.ts'
import { deletionDueAt } from './deletion.ts'
import type { MethodRow } from './methods/queries.ts'
import type { ApiKeyRow, SessionRow } from './sessions/queries.ts'
import { readDevice } from './settings/device.ts'

/** The account as its owner sees it, with the instance's own limits. */
export function viewUser({ settings }: Context, row: Account, isNewcomer: boolean): User {
  return { ...viewAccount(row), isNewcomer, maxContentRating: settings.current().maxContentRating }
}

function viewAccount(row: Account): Omit<User, 'isNewcomer' | 'maxContentRating'> {
  return {
    id: row.id,
    username: row.username,
    name: displayName(row),
    displayName: row.display_name,
    playerName: row.player_name,
    accountType: row.account_type,
    isModerator: row.is_moderator === 1,
    chatFilter: isChatFiltered(row.account_type, row.chat_filter === 1),
    memory: row.has_memory === 1,
    adultConfirmed: row.adult_confirmed_at !== null,
    createdAt: row.created_at,
    dismissedAnnouncement: row.dismissed_announcement,
    deletionScheduledAt: deletionDueAt(row),
    suspendedUntil: row.suspended_until,
  }
}

export function viewSession(row: SessionRow, currentId: string): Session {
  return {
    id: row.id,
    ...readDevice(row.user_agent),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    current: row.id === currentId,
  }
}

export function viewMethod({ id, kind, name, created_at, last_used_at }: MethodRow): SignInMethod {
  return { id, kind, name, createdAt: created_at, lastUsedAt: last_used_at }
}

export function viewApiKey(row: ApiKeyRow): ApiKey {
  const { id, name, scope, prefix, created_at, expires_at, last_used_at } = row
  return { id, name, scope, prefix, createdAt: created_at, expiresAt: expires_at, lastUsedAt: last_used_at }
}

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
