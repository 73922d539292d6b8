import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, FolderPlus } from 'lucide-react'
import { titleOf } from '#client/chat/api/conversation-title.ts'
import { errorText } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import type { Conversation } from '#shared/chat.ts'
import { changeConversation } from '../api/conversation-list-api.ts'
import { folderDialog } from '../dialogs.ts'

type MoveDialogProps =
  | { conversation: Conversation }
  /** Several: `onMove` shows why they were not moved, and then resolves with false. */
  | { title: string; onMove: (folderId: string | null) => Promise<boolean> }

/** Puts conversations into a folder, also into a new one, or takes them out. */
export function MoveDialog(props: MoveDialogProps) {
  const close = useClose()
  const folders = useQuery(queryOf('GET /api/folders'))
  const current = 'conversation' in props ? props.conversation.folderId : undefined
  const move = useMutation({
    mutationFn: async (folderId: string | null) => {
      if ('conversation' in props) await changeConversation(props.conversation, { folderId })
      else if (!(await props.onMove(folderId))) return
      close()
    },
  })
  const choices = [{ id: null, name: 'No folder' }, ...(folders.data ?? [])]
  return (
    <Dialog title="Move to folder" description={'conversation' in props ? titleOf(props.conversation) : props.title}>
      {move.isError && (
        <ProblemText className="mb-3">
          {errorText(move.error, 'The conversation was not moved. Please try again.')}
        </ProblemText>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {choices.map(({ id, name }) => (
          <li key={id ?? ''}>
            <Button
              variant={id === current ? 'outline' : 'quiet'}
              aria-pressed={id === current}
              disabled={move.isPending}
              className="w-full !justify-between !px-3"
              onClick={() => move.mutate(id)}
            >
              <span dir="auto" className="truncate leading-normal" title={name}>
                {name}
              </span>
              {id === current && <Check aria-hidden size={17} className="text-curtain" />}
            </Button>
          </li>
        ))}
        <li>
          <Button
            variant="quiet"
            icon={FolderPlus}
            className="w-full !justify-start !px-3"
            onClick={() => folderDialog.open({ folder: null, onSaved: ({ id }) => move.mutate(id) })}
          >
            New folder…
          </Button>
        </li>
      </ul>
    </Dialog>
  )
}
