import { useDeleteFolder, useSaveFolder } from '#client/chat/api/folder-api.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { NameDialog } from '#client/ui/name-dialog.tsx'
import { type Folder, FolderFields } from '#shared/folders.ts'

interface FolderDialogProps extends Closable {
  /** Null for a new one. */
  folder: Pick<Folder, 'id' | 'name'> | null
  onSaved?: (folder: Pick<Folder, 'id'>) => void
}

export function FolderDialog({ folder, onSaved, onClose }: FolderDialogProps) {
  const { mutateAsync: save } = useSaveFolder()
  return (
    <NameDialog
      title={folder ? 'Rename folder' : 'New folder'}
      label="Name"
      name={folder?.name ?? ''}
      schema={FolderFields}
      failure="The folder was not saved. Please try again."
      onSave={async (name) => onSaved?.(await save({ id: folder?.id ?? null, name }))}
      onClose={onClose}
    />
  )
}

interface DeleteFolderDialogProps extends Closable {
  folder: Pick<Folder, 'id' | 'name'>
  onDeleted?: () => void
}

export function DeleteFolderDialog({ folder, onDeleted, onClose }: DeleteFolderDialogProps) {
  const { mutateAsync: remove } = useDeleteFolder()
  return (
    <ConfirmDialog
      title={`Delete “${folder.name}”?`}
      text="Only the folder is deleted. Its conversations stay in your list."
      action="Delete folder"
      isDangerous
      failure="The folder was not deleted. Please try again."
      onConfirm={() => remove(folder.id).then(onDeleted)}
      onClose={onClose}
    />
  )
}
