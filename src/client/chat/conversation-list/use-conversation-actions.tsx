import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '#client/lib/http.ts'
import { chatPath } from '#client/lib/paths.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Conversation } from '#shared/chat.ts'
import type { ConversationPatch } from '#shared/conversations.ts'
import { conversationPath } from '../conversation-paths.ts'
import { useChangeConversation, useDeleteConversation, useRestoreConversation } from './conversation-list-api.ts'

const RenameDialog = lazyPart(async () => (await import('./rename-dialog.tsx')).RenameDialog)
const MoveDialog = lazyPart(async () => (await import('./folder-dialogs.tsx')).MoveDialog)
const ChangeCharacterDialog = lazyPart(
  async () => (await import('./change-character-dialog.tsx')).ChangeCharacterDialog,
)
const ExportDialog = lazyPart(async () => (await import('../transcript-files/export-dialog.tsx')).ExportDialog)

export interface ConversationActions {
  rename: (conversation: Conversation) => void
  move: (conversation: Conversation) => void
  changeCharacter: (conversation: Conversation) => void
  exportFile: (conversation: Conversation) => void
  setPinned: (conversation: Conversation, pinned: boolean) => void
  setArchived: (conversation: Conversation, archived: boolean) => void
  remove: (conversation: Conversation) => void
}

/** What can be done with a conversation of the list, and the dialogs that it needs. */
export function useConversationActions(currentId: string | null): { actions: ConversationActions; dialogs: ReactNode } {
  const [renamed, setRenamed] = useState<Conversation | null>(null)
  const [moved, setMoved] = useState<Conversation | null>(null)
  const [given, setGiven] = useState<Conversation | null>(null)
  const [exported, setExported] = useState<Conversation | null>(null)
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
  const actions: ConversationActions = {
    rename: setRenamed,
    move: setMoved,
    changeCharacter: setGiven,
    exportFile: setExported,
    setPinned: (conversation, pinned) =>
      change(conversation, { pinned }, pinned ? 'Conversation not pinned' : 'Conversation not unpinned'),
    setArchived,
    remove,
  }
  const dialogs = (
    <>
      {renamed && <RenameDialog conversation={renamed} onClose={() => setRenamed(null)} />}
      {moved && <MoveDialog conversation={moved} onClose={() => setMoved(null)} />}
      {given && (
        <ChangeCharacterDialog conversation={given} isOpen={given.id === currentId} onClose={() => setGiven(null)} />
      )}
      {exported && <ExportDialog conversation={exported} onClose={() => setExported(null)} />}
    </>
  )
  return { actions, dialogs }
}

const showError = (title: string) => (error: Error) =>
  toast({ variant: 'destructive', title, description: errorText(error, 'Please try again.') })

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
