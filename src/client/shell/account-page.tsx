import { useUser } from '#client/accounts/session.ts'
import { AdultSection } from '#client/accounts/settings/adult-section.tsx'
import { ChatFilterSection } from '#client/accounts/settings/chat-filter-section.tsx'
import { DataSection } from '#client/accounts/settings/data-section.tsx'
import { DeleteSection } from '#client/accounts/settings/delete-section.tsx'
import { PasswordSection } from '#client/accounts/settings/password-section.tsx'
import { PlayerNameSection } from '#client/accounts/settings/player-name-section.tsx'
import { RecoverySection } from '#client/accounts/settings/recovery-section.tsx'
import { SessionsSection } from '#client/accounts/settings/sessions-section.tsx'
import { SubscriptionSection } from '#client/billing/account/subscription-section.tsx'
import { useTitle } from '#client/lib/use-title.ts'
import { DecisionsSection } from '#client/moderation/account/decisions-section.tsx'
import { OwnReportsSection } from '#client/moderation/account/own-reports-section.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { entitlements } from '#shared/entitlements.ts'

/** `/settings`: the account settings, except for the display name. */
export function AccountPage() {
  useTitle('Account')
  const { username, accountType } = useUser()
  return (
    <div className="max-w-4xl">
      <PageHeader title="Account" text={`Your username is ${username}.`} />
      <DecisionsSection />
      <SubscriptionSection />
      <PlayerNameSection />
      <PasswordSection />
      <RecoverySection />
      <SessionsSection />
      <OwnReportsSection />
      <DataSection />
      <AdultSection />
      {entitlements[accountType].chatFilter === 'choice' && <ChatFilterSection />}
      <DeleteSection />
    </div>
  )
}
