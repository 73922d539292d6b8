import { Dialog } from '#client/ui/dialog.tsx'
import { BranchName, branchLimits } from '#shared/branches.ts'
import { nameBranch } from '../api.ts'
import { NameForm } from '../name-form.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'

interface NameBranchDialogProps {
  store: ConversationStore
  messageId: string
  /** The name it has; empty without one. */
  name: string
  onClose: () => void
  onSaved?: () => void
}

/** Names the branch that begins at a message. */
export function NameBranchDialog({ store, messageId, name, onClose, onSaved }: NameBranchDialogProps) {
  const save = async (next: string) => {
    const { conversationId } = store.state.getState()
    if (!conversationId) return
    await nameBranch(conversationId, messageId, next)
    store.showBranchName(messageId, next)
    onSaved?.()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Name this branch"
      description="The name stands on the story map and beside the versions of this message. Leave it empty for none."
    >
      <NameForm
        label="Name"
        name={name}
        schema={BranchName}
        maxLength={branchLimits.name}
        failure="The name was not saved. Please try again."
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}
