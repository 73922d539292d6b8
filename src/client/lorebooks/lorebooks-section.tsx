import { Link } from 'react-router'
import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { buttonClass } from '#client/ui/button-class.ts'

export function LorebooksSection() {
  return (
    <SettingsSection title="Lorebooks" text="Facts about your worlds, for your chats and personas.">
      <Link to="/lorebooks" className={buttonClass({ variant: 'outline' })}>
        Manage lorebooks
      </Link>
    </SettingsSection>
  )
}
