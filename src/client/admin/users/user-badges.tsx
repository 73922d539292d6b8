import { AccountBadge } from '#client/accounts/account-badge.tsx'
import { longDate } from '#client/lib/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { AdminUser } from '#shared/users.ts'

interface UserBadgesProps {
  user: AdminUser
  /** Without dates, for lists. */
  isShort?: boolean
}

export function UserBadges({ user, isShort = false }: UserBadgesProps) {
  const { accountType, isModerator, premiumGranted, suspendedUntil, deletionScheduledAt } = user
  return (
    <p className="flex flex-wrap items-center gap-1.5 *:whitespace-normal">
      {suspendedUntil !== null && (
        <Badge variant="danger">{isShort ? 'Suspended' : `Suspended until ${longDate(suspendedUntil)}`}</Badge>
      )}
      {deletionScheduledAt !== null && (
        <Badge variant="soft">
          {isShort ? 'Being deleted' : `Will be deleted on ${longDate(deletionScheduledAt)}`}
        </Badge>
      )}
      {!isShort && premiumGranted && accountType !== 'admin' && <Badge>Given by an admin</Badge>}
      {isModerator && <Badge variant="ink">Moderator</Badge>}
      <AccountBadge accountType={accountType} />
    </p>
  )
}
