import { accountLimits } from '#shared/accounts.ts'

interface Leaving {
  deletion_requested_at: number | null
}

/** When an account is deleted for good, or null where nobody asked for it. */
export function deletionDueAt(user: Leaving): number | null {
  return user.deletion_requested_at === null ? null : user.deletion_requested_at + accountLimits.deletionWindow
}

/** Whether the time to change one's mind is over: from then on the account is gone, even before it is swept away. */
export function isPastUndo(user: Leaving, now: number): boolean {
  const due = deletionDueAt(user)
  return due !== null && now >= due
}
