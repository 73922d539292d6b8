import { z } from 'zod'
import { titleOf } from '#client/chat/api/conversation-title.ts'
import { NameDialog } from '#client/ui/name-dialog.tsx'
import type { Conversation } from '#shared/chat.ts'
import { ConversationPatch } from '#shared/conversations.ts'
import { changeConversation } from '../api/conversation-list-api.ts'

const TitleFields = z.object({ name: ConversationPatch.shape.title.unwrap() })

export function RenameDialog({ conversation }: { conversation: Conversation }) {
  return (
    <NameDialog
      title="Rename conversation"
      label="Title"
      name={titleOf(conversation)}
      schema={TitleFields}
      failure="The new name was not saved. Please try again."
      onSave={(title) => changeConversation(conversation, { title })}
    />
  )
}
