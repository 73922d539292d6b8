import { deletionDueAt } from '#server/accounts/deletion.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import { displayName } from '#server/core/viewer.ts'
import { AdminUser } from '#shared/users.ts'
import type { ListedUser } from './queries.ts'

export function viewUser(row: ListedUser, now: number): AdminUser {
  const isSuspended = row.suspended_until !== null && row.suspended_until > now
  return {
    ...fieldsOf(AdminUser, row),
    name: displayName(row),
    premiumGranted: row.premium_granted_at !== null,
    suspendedUntil: isSuspended ? row.suspended_until : null,
    deletionScheduledAt: deletionDueAt(row),
  }
}
