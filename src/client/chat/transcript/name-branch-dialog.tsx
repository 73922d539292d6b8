import { NameDialog } from '#client/ui/name-dialog.tsx'
import { BranchName, branchLimits } from '#shared/branches.ts'
import { nameBranch } from '../api/conversation-api.ts'
import { useConversationStore } from '../store/use-conversation.ts'

interface NameBranchDialogProps {
  messageId: string
  /** The name it has, if any. */
  name: string | undefined
}

export function NameBranchDialog({ messageId, name = '' }: NameBranchDialogProps) {
  const store = useConversationStore()
  const save = async (next: string) => {
    const { conversationId } = store.state.getState()
    if (!conversationId) return
    await nameBranch(conversationId, messageId, next)
    store.showBranchName(messageId, next)
  }
  return (
    <NameDialog
      title="Name this branch"
      description="The name stands on the story map and beside the versions of this message. Leave it empty for none."
      label="Name"
      name={name}
      schema={BranchName}
      maxLength={branchLimits.name}
      failure="The name was not saved. Please try again."
      onSave={save}
    />
  )
}
