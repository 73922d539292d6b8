import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import type { Folder } from '#shared/folders.ts'
import { useDeleteFolder } from '../api/folder-api.ts'

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
