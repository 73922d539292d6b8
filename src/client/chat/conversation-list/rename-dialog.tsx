import { z } from 'zod'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Conversation } from '#shared/chat.ts'
import { ConversationPatch } from '#shared/conversations.ts'
import { titleOf } from '../conversation-title.ts'
import { NameForm } from '../name-form.tsx'
import { useChangeConversation } from './conversation-list-api.ts'

const TitleFields = z.object({ name: ConversationPatch.shape.title.unwrap() })

export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const rename = useChangeConversation()
  const save = async (title: string) => {
    await rename.mutateAsync({ conversation, changes: { title } })
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename conversation">
      <NameForm
        label="Title"
        name={titleOf(conversation)}
        schema={TitleFields}
        failure="The new name was not saved. Please try again."
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}
