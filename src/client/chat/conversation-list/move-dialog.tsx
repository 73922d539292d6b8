import { Check, FolderPlus } from 'lucide-react'
import { titleOf } from '#client/chat/api/conversation-title.ts'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import type { Conversation } from '#shared/chat.ts'
import { useChangeConversation } from '../api/conversation-list-api.ts'
import { useFolders } from '../api/folder-api.ts'
import { folderDialog } from '../dialogs.ts'

/** Puts a conversation into a folder, also into a new one, or takes it out. */
export function MoveDialog({ conversation, onClose }: Closable & { conversation: Conversation }) {
  const folders = useFolders()
  const change = useChangeConversation()
  const move = (folderId: string | null) =>
    change.mutate({ conversation, changes: { folderId } }, { onSuccess: onClose })
  const choices = [{ id: null, name: 'No folder' }, ...(folders.data ?? [])]
  return (
    <Dialog title="Move to folder" description={titleOf(conversation)} onClose={onClose}>
      {change.isError && (
        <ProblemText className="mb-3">
          {errorText(change.error, 'The conversation was not moved. Please try again.')}
        </ProblemText>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {choices.map(({ id, name }) => (
          <li key={id ?? ''}>
            <Button
              variant={id === conversation.folderId ? 'outline' : 'quiet'}
              aria-pressed={id === conversation.folderId}
              disabled={change.isPending}
              className="w-full !justify-between !px-3"
              onClick={() => move(id)}
            >
              <span dir="auto" className="truncate leading-normal" title={name}>
                {name}
              </span>
              {id === conversation.folderId && <Check aria-hidden size={17} className="text-curtain" />}
            </Button>
          </li>
        ))}
        <li>
          <Button
            variant="quiet"
            className="w-full !justify-start !px-3"
            onClick={() => folderDialog.open({ folder: null, onSaved: ({ id }) => move(id) })}
          >
            <FolderPlus aria-hidden size={17} />
            New folder…
          </Button>
        </li>
      </ul>
    </Dialog>
  )
}
