import { accountLimits } from '#shared/accounts.ts'

interface MaybePendingDeletion {
  deletion_requested_at: number | null
}

/** When an account is purged, or null without a pending deletion. */
export function deletionDueAt(account: MaybePendingDeletion): number | null {
  const requestedAt = account.deletion_requested_at
  return requestedAt === null ? null : requestedAt + accountLimits.deletionWindow
}

/** Whether the time to undo a deletion is over. From then on nobody can log in, even before the purge has run. */
export function isPastUndo(account: MaybePendingDeletion, now: number): boolean {
  const due = deletionDueAt(account)
  return due !== null && now >= due
}
