import { useNavigate } from 'react-router'
import { chatPath } from '#client/lib/paths.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Conversation } from '#shared/chat.ts'
import type { ConversationPatch } from '#shared/conversations.ts'
import { useChangeConversation, useDeleteConversation, useRestoreConversation } from '../api/conversation-list-api.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import { changeCharacterDialog, exportDialog, moveDialog, renameDialog } from '../dialogs.ts'

export function useConversationActions(currentId: string | null) {
  const { mutate } = useChangeConversation()
  const remove = useDeleteWithUndo(currentId)
  const change = (conversation: Conversation, changes: ConversationPatch, failed: string, onSuccess = () => {}) =>
    mutate({ conversation, changes }, { onSuccess, onError: showError(failed) })
  const setArchived = (conversation: Conversation, archived: boolean) =>
    change(conversation, { archived }, archived ? 'Conversation not archived' : 'Conversation not moved', () => {
      if (!archived) return toast({ title: 'Moved to your conversations' })
      const undo = () => change({ ...conversation, archived: true }, { archived: false }, 'Conversation not moved')
      toast({ title: 'Conversation archived', action: { label: 'Undo', onSelect: undo } })
    })
  return {
    rename: (conversation: Conversation) => renameDialog.open({ conversation }),
    move: (conversation: Conversation) => moveDialog.open({ conversation }),
    changeCharacter: (conversation: Conversation) =>
      changeCharacterDialog.open({ conversation, isOpen: conversation.id === currentId }),
    exportFile: (conversation: Conversation) => exportDialog.open({ conversation }),
    setPinned: (conversation: Conversation, pinned: boolean) =>
      change(conversation, { pinned }, pinned ? 'Conversation not pinned' : 'Conversation not unpinned'),
    setArchived,
    remove,
  }
}

const showError = (title: string) => (error: Error) => toastError(error, { title, fallback: 'Please try again.' })

/** Deletes without asking: the toast offers Undo. */
export function useDeleteWithUndo(currentId: string | null) {
  const navigate = useNavigate()
  const deletion = useDeleteConversation()
  const restoring = useRestoreConversation()
  return (conversation: Conversation) => {
    const { id, characterId } = conversation
    const wasOpen = id === currentId
    const restore = () =>
      restoring.mutate(id, {
        onError: showError('Conversation not restored'),
        onSuccess: () => wasOpen && void navigate(conversationPath(id)),
      })
    deletion.mutate(id, {
      onError: showError('Conversation not deleted'),
      onSuccess: () => {
        if (wasOpen) void navigate(chatPath(characterId), { replace: true })
        toast({ title: 'Conversation deleted', action: { label: 'Undo', onSelect: restore } })
      },
    })
  }
}

export type ConversationActions = ReturnType<typeof useConversationActions>
