import { Link } from 'react-router'
import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { buttonClass } from '#client/ui/button-class.ts'

export function PersonasSection() {
  return (
    <SettingsSection title="Personas" text="Who you are in your stories: names, descriptions and pictures.">
      <Link to="/personas" className={buttonClass({ variant: 'outline' })}>
        Manage personas
      </Link>
    </SettingsSection>
  )
}
