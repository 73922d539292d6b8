import { Archive, ArchiveRestore, Download, Folder, Trash2 } from 'lucide-react'
import { use } from 'react'
import { useNavigate } from 'react-router'
import { counted } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import { tabId } from '#client/lib/tab-id.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { RequestOf } from '#shared/api.ts'
import type { BulkChange } from '#shared/conversations.ts'
import { refreshConversations } from '../api/conversation-list-api.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import { exportDialog, moveDialog } from '../dialogs.ts'
import { announceChange } from '../live/live-changes.ts'
import { OpenConversation } from './open-conversation.ts'
import { endSelection, selectAllShown, shownFolderOf, useSelection } from './selection.ts'

const count = (ids: readonly unknown[]) => counted(ids.length, 'conversation')

/** What can be done with the conversations that are selected. `isArchive`: they are archived. */
export function SelectionBar({ isArchive }: { isArchive: boolean }) {
  const selection = useSelection()
  const change = useBulkChange()
  if (!selection) return null
  const ids = [...selection.ids]
  const disabled = ids.length === 0
  return (
    <div
      role="toolbar"
      aria-label="Selected conversations"
      className="sticky top-0 z-10 mt-1 rounded-lg border border-line bg-card px-2 py-1 shadow-card"
    >
      <div className="flex items-center justify-between gap-1">
        <p role="status" className="px-1 font-[550] text-sm tabular-nums">
          {ids.length} selected
        </p>
        <Button variant="quiet" className="!px-2 text-sm" onClick={selectAllShown}>
          Select all shown
        </Button>
      </div>
      <div className="flex justify-between">
        <IconButton
          label={isArchive ? 'Move to conversations' : 'Archive'}
          icon={isArchive ? ArchiveRestore : Archive}
          disabled={disabled}
          onClick={() => void change({ ids, change: { archived: !isArchive } })}
        />
        <IconButton
          label="Move to folder…"
          icon={Folder}
          disabled={disabled}
          onClick={() =>
            moveDialog.open({
              title: count(ids),
              onMove: (folderId: string | null) => change({ ids, change: { folderId } }),
            })
          }
        />
        <IconButton label="Export…" icon={Download} disabled={disabled} onClick={() => exportDialog.open({ ids })} />
        <IconButton
          label="Delete"
          icon={Trash2}
          disabled={disabled}
          className="text-danger"
          onClick={() => void change({ ids, change: { deleted: true } })}
        />
      </div>
    </div>
  )
}

type BulkRequest = RequestOf<'POST /api/conversations/bulk'>['body']

/** Changes several conversations, and ends the selection. A toast offers Undo. */
function useBulkChange() {
  const currentId = use(OpenConversation)
  const navigate = useNavigate()
  const apply = async (requests: BulkRequest[], undo: BulkRequest[] = []): Promise<boolean> => {
    const changed: string[] = []
    try {
      for (const body of requests) changed.push(...(await call('POST /api/conversations/bulk', { body })).changed)
      const [{ change } = { change: {} }] = requests
      const isOpen = currentId !== null && changed.includes(currentId)
      endSelection()
      document.getElementById(selectButtonId)?.focus()
      const action = { label: 'Undo', onSelect: () => void apply(undo) }
      toast({ title: `${count(changed)} ${verbOf(change)}`, ...(undo.length > 0 && { action }) })
      if ('deleted' in change && isOpen) {
        if (change.deleted) void navigate('/chat', { replace: true })
        else void navigate(conversationPath(currentId))
      } else if (isOpen) announceChange({ conversationId: currentId, replyId: null, tabId })
      await refreshConversations()
      return true
    } catch (error) {
      toastError(error, { title: 'Conversations not changed', fallback: 'Please try again.' })
      return false
    }
  }
  return (request: BulkRequest) => apply([request], undoOf(request))
}

export const selectButtonId = 'select-conversations'

function verbOf(change: Partial<BulkChange>): string {
  if ('deleted' in change) return change.deleted ? 'deleted' : 'restored'
  if ('archived' in change) return change.archived ? 'archived' : 'moved to your conversations'
  return 'moved'
}

/** A move is undone by the folders in which the conversations are now. */
function undoOf({ ids, change }: BulkRequest): BulkRequest[] {
  if ('deleted' in change) return [{ ids, change: { deleted: !change.deleted } }]
  if ('archived' in change) return [{ ids, change: { archived: !change.archived } }]
  return [...Map.groupBy(ids, shownFolderOf)].map(([folderId, own]) => ({ ids: own, change: { folderId } }))
}
