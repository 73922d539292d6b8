import { Avatar } from '#client/ui/avatar.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { choosePersonaDialog } from '../dialogs.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** Shows the persona in the composer, if the user has chosen one. */
export function PersonaButton({ store }: { store: ConversationStore }) {
  const persona = useConversationState(store, (state) => state.persona)
  if (!persona || persona.id === null) return null
  return (
    <IconButton
      label={`You are ${persona.name}. Change persona`}
      icon={<Avatar name={persona.name} src={persona.picture} className="size-8 rounded-full text-sm" />}
      className="-ml-2 rounded-[12px]"
      onClick={() => choosePersonaDialog.open({ store })}
    />
  )
}
