import { Check, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import type { Conversation } from '#shared/chat.ts'
import { type Folder, FolderFields } from '#shared/folders.ts'
import { titleOf } from '../conversation-title.ts'
import { NameForm } from '../name-form.tsx'
import { useChangeConversation } from './conversation-list-api.ts'
import { useDeleteFolder, useFolders, useSaveFolder } from './folder-api.ts'

interface FolderDialogProps {
  /** Null for a new one. */
  folder: Pick<Folder, 'id' | 'name'> | null
  onSaved?: (folder: Pick<Folder, 'id'>) => void
  onClose: () => void
}

/** Creates a folder, or renames one. */
export function FolderDialog({ folder, onSaved, onClose }: FolderDialogProps) {
  const saved = (changed: Pick<Folder, 'id'>) => {
    onSaved?.(changed)
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={folder ? 'Rename folder' : 'New folder'}>
      <FolderForm folder={folder} onSaved={saved} onCancel={onClose} />
    </Dialog>
  )
}

interface FolderFormProps extends Pick<FolderDialogProps, 'folder'> {
  onSaved: (folder: Pick<Folder, 'id'>) => void
  onCancel: () => void
}

function FolderForm({ folder, onSaved, onCancel }: FolderFormProps) {
  const { mutateAsync: save } = useSaveFolder()
  return (
    <NameForm
      label="Name"
      name={folder?.name ?? ''}
      schema={FolderFields}
      failure="The folder was not saved. Please try again."
      onSave={async (name) => onSaved(await save({ id: folder?.id ?? null, name }))}
      onCancel={onCancel}
    />
  )
}

interface DeleteFolderDialogProps {
  folder: Pick<Folder, 'id' | 'name'>
  onDeleted: () => void
  onClose: () => void
}

export function DeleteFolderDialog({ folder, onDeleted, onClose }: DeleteFolderDialogProps) {
  const deletion = useDeleteFolder()
  const remove = () =>
    deletion.mutate(folder.id, {
      onSuccess: () => {
        onDeleted()
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={`Delete “${folder.name}”?`}
      text="Only the folder is deleted. Its conversations stay in your list."
      action="Delete folder"
      isDangerous
      isPending={deletion.isPending}
      problem={
        deletion.isError ? errorText(deletion.error, 'The folder was not deleted. Please try again.') : undefined
      }
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** Deletes the folder that a conversation is in. */
export function DeleteOwnFolderDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const folder = useFolders().data?.find(({ id }) => id === conversation.folderId)
  return folder && <DeleteFolderDialog folder={folder} onDeleted={() => {}} onClose={onClose} />
}

/** Puts a conversation into a folder, also into a new one, or takes it out. */
export function MoveDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const folders = useFolders()
  const change = useChangeConversation()
  const [isNew, setNew] = useState(false)
  const move = (folderId: string | null) =>
    change.mutate({ conversation, changes: { folderId } }, { onSuccess: onClose })
  const choices = [{ id: null, name: 'No folder' }, ...(folders.data ?? [])]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? 'New folder' : 'Move to folder'}
      description={titleOf(conversation)}
    >
      {change.isError && (
        <ProblemText className="mb-3">
          {errorText(change.error, 'The conversation was not moved. Please try again.')}
        </ProblemText>
      )}
      {isNew ? (
        <FolderForm folder={null} onSaved={({ id }) => move(id)} onCancel={() => setNew(false)} />
      ) : (
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
            <Button variant="quiet" className="w-full !justify-start !px-3" onClick={() => setNew(true)}>
              <FolderPlus aria-hidden size={17} />
              New folder…
            </Button>
          </li>
        </ul>
      )}
    </Dialog>
  )
}
