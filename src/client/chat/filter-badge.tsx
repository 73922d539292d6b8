import { useUser } from '#client/accounts/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { User } from '#shared/accounts.ts'

/** Whether what is said here is filtered: always for free accounts, by choice for premium, never for admins. */
export function filterStatus({ accountType, chatFilter }: Pick<User, 'accountType' | 'chatFilter'>): string {
  if (accountType === 'admin') return 'No Filtering'
  return accountType === 'free' || chatFilter ? 'Filtered' : 'Unfiltered'
}

export function FilterBadge({ className }: { className?: string }) {
  return <Badge className={className ?? ''}>{filterStatus(useUser())}</Badge>
}
