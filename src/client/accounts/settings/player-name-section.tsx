import { toast } from '#client/ui/toast-store.ts'
import { PlayerNameForm } from '../player-name-form.tsx'
import { SettingsSection } from './settings-section.tsx'

export function PlayerNameSection() {
  const confirm = () => toast({ title: 'Name saved', description: 'Characters use it from your next message on.' })
  return (
    <SettingsSection title="Name in chats" text="What characters call you. Other people see your display name.">
      <PlayerNameForm label="Name" onSaved={confirm} />
    </SettingsSection>
  )
}
