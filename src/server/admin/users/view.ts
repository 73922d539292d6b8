import { deletionDueAt } from '#server/accounts/deletion.ts'
import { displayName } from '#server/core/viewer.ts'
import type { AdminUser } from '#shared/users.ts'
import type { ListedUser } from './queries.ts'

export function viewUser(row: ListedUser, now: number): AdminUser {
  const isSuspended = row.suspended_until !== null && row.suspended_until > now
  return {
    id: row.id,
    username: row.username,
    name: displayName(row),
    accountType: row.account_type,
    isModerator: row.is_moderator === 1,
    premiumGranted: row.premium_granted_at !== null,
    suspendedUntil: isSuspended ? row.suspended_until : null,
    deletionScheduledAt: deletionDueAt(row),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }
}
