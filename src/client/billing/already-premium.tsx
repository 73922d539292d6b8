import { Link } from 'react-router'
import { AccountBadge } from '#client/accounts/account-badge.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { Card } from '#client/ui/card.tsx'
import type { AccountType } from '#shared/accounts.ts'

/** Shown to premium users and admins, who have nothing to buy. */
export function AlreadyPremium({ accountType }: { accountType: AccountType }) {
  const isAdmin = accountType === 'admin'
  return (
    <Card className="flex flex-col items-start gap-3 border-gilt p-6 sm:p-8">
      <AccountBadge accountType={accountType} />
      <h2 className="text-3xl">{isAdmin ? 'Admin accounts include Premium' : 'You already have Premium'}</h2>
      <p className="max-w-prose text-ink-soft text-md">
        {isAdmin
          ? 'You can use everything that Premium offers, so you do not need to subscribe.'
          : 'You can use everything that Premium offers. Thank you for your support.'}
      </p>
      <span className="mt-3 flex flex-wrap gap-3 *:whitespace-normal">
        <Link to="/create" className={buttonClass()}>
          Create Character
        </Link>
        <Link to="/discover" className={buttonClass({ variant: 'outline' })}>
          Discover characters
        </Link>
        {!isAdmin && (
          <Link to="/settings" className={buttonClass({ variant: 'quiet' })}>
            Manage your subscription
          </Link>
        )}
      </span>
    </Card>
  )
}
