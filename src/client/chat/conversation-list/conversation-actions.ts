import { useNavigate } from 'react-router'
import { chatPath } from '#client/lib/paths.ts'
import { toastIfFailed } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Conversation } from '#shared/chat.ts'
import { changeConversation, deleteConversation, restoreConversation } from '../api/conversation-list-api.ts'
import { conversationPath } from '../api/conversation-paths.ts'

const attempt = (title: string, change: Promise<unknown>) =>
  toastIfFailed(change, { title, fallback: 'Please try again.' })

export const setPinned = (conversation: Conversation, pinned: boolean) =>
  attempt(
    pinned ? 'Conversation not pinned' : 'Conversation not unpinned',
    changeConversation(conversation, { pinned }),
  )

export async function archive(conversation: Conversation): Promise<void> {
  if (!(await attempt('Conversation not archived', changeConversation(conversation, { archived: true })))) return
  const undo = () => attempt('Conversation not moved', changeConversation(conversation, { archived: false }))
  toast({ title: 'Conversation archived', action: { label: 'Undo', onSelect: () => void undo() } })
}

export async function unarchive(conversation: Conversation): Promise<void> {
  const isMoved = await attempt('Conversation not moved', changeConversation(conversation, { archived: false }))
  if (isMoved) toast({ title: 'Moved to your conversations' })
}

/** Deletes without asking: the toast offers Undo. `isOpen`: it is the conversation of the page, which is then left. */
export function useDeleteWithUndo() {
  const navigate = useNavigate()
  return async ({ id, characterId }: Conversation, isOpen: boolean): Promise<void> => {
    const restore = async () => {
      if (!(await attempt('Conversation not restored', restoreConversation(id)))) return
      if (isOpen) await navigate(conversationPath(id))
    }
    if (!(await attempt('Conversation not deleted', deleteConversation(id)))) return
    if (isOpen) void navigate(chatPath(characterId), { replace: true })
    toast({ title: 'Conversation deleted', action: { label: 'Undo', onSelect: () => void restore() } })
  }
}
