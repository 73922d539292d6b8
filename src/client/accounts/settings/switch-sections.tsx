import { useMutation } from '@tanstack/react-query'
import { MutationSwitch } from '#client/ui/mutation-switch.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { setChatFilter, setMemory } from '../api.ts'
import { useUser } from '../session.ts'
import { SettingsSection } from './settings-section.tsx'

/** For accounts that may choose: switches the filter of their chats on and off. */
export function ChatFilterSection() {
  return (
    <SwitchSection
      title="Chat filter"
      text="Keeps replies free of mature and explicit content, with every character. Without it, each chat has the rating of its character."
      label="Filter my chats"
      checked={useUser().chatFilter}
      onSet={setChatFilter}
    />
  )
}

/** Whether conversations have a memory where nothing else is chosen for them. */
export function MemorySection() {
  return (
    <SwitchSection
      title="Memory"
      text="Long conversations are summarised, and characters are reminded of what was said long ago. You can read and change what is remembered in each conversation, and switch it on or off there."
      label="Remember my conversations"
      checked={useUser().memory}
      onSet={setMemory}
    />
  )
}

interface SwitchSectionProps {
  title: string
  text: string
  label: string
  checked: boolean
  onSet: (enabled: boolean) => Promise<unknown>
}

function SwitchSection({ title, text, label, checked, onSet }: SwitchSectionProps) {
  const change = useMutation({
    mutationFn: onSet,
    onError: (error) => {
      toastError(error, { title: 'Update Failed', fallback: 'The setting could not be changed. Please try again.' })
    },
  })
  return (
    <SettingsSection title={title} text={text}>
      <MutationSwitch label={label} checked={checked} change={change} />
    </SettingsSection>
  )
}
