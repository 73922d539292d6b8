import { Badge } from '#client/ui/badge.tsx'
import type { AccountType } from '#shared/accounts.ts'

const badges = {
  free: { label: 'Free', variant: 'outline' },
  premium: { label: 'Premium', variant: 'gilt' },
  admin: { label: 'Admin', variant: 'ink' },
} as const

export function AccountBadge({ accountType, className }: { accountType: AccountType; className?: string }) {
  const { label, variant } = badges[accountType]
  return (
    <Badge variant={variant} className={className}>
      {label}
    </Badge>
  )
}
