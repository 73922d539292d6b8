import { useTitle } from '#client/lib/use-title.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { useUser } from './session.ts'
import { AdultSection } from './settings/adult-section.tsx'
import { DataSection } from './settings/data-section.tsx'
import { DeleteSection } from './settings/delete-section.tsx'
import { PasswordSection } from './settings/password-section.tsx'
import { PlayerNameSection } from './settings/player-name-section.tsx'
import { RecoverySection } from './settings/recovery-section.tsx'
import { SessionsSection } from './settings/sessions-section.tsx'

/** `/settings`: the account settings, except for the display name. */
export function AccountPage() {
  useTitle('Account')
  const { username } = useUser()
  return (
    <div className="max-w-4xl">
      <PageHeader title="Account" text={`Your username is ${username}.`} />
      <PlayerNameSection />
      <PasswordSection />
      <RecoverySection />
      <SessionsSection />
      <DataSection />
      <AdultSection />
      <DeleteSection />
    </div>
  )
}
