import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Switch } from '#client/ui/switch.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { setChatFilter } from '../api.ts'
import { useUser } from '../session.ts'
import { SettingsSection } from './settings-section.tsx'

/** For accounts that may choose: switches the filter of their chats on and off. */
export function ChatFilterSection() {
  const { chatFilter } = useUser()
  const id = useId()
  const change = useMutation({
    mutationFn: setChatFilter,
    onError: (error) => {
      const description = errorText(error, 'The filter could not be changed. Please try again.')
      toast({ variant: 'destructive', title: 'Update Failed', description })
    },
  })
  return (
    <SettingsSection
      title="Chat filter"
      text="Keeps replies free of mature and explicit content, with every character."
    >
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <Switch
          id={id}
          checked={change.isPending ? change.variables : chatFilter}
          disabled={change.isPending}
          onCheckedChange={(enabled) => change.mutate(enabled)}
        />
        Filter my chats
      </label>
    </SettingsSection>
  )
}
