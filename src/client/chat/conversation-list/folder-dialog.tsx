import { call } from '#client/lib/http.ts'
import { thenReload } from '#client/lib/query-client.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { NameDialog } from '#client/ui/name-dialog.tsx'
import { type Folder, FolderFields } from '#shared/folders.ts'
import { conversationRoutes } from '../api/conversation-list-api.ts'

interface FolderDialogProps {
  /** Null for a new one. */
  folder: Pick<Folder, 'id' | 'name'> | null
  onSaved?: (folder: Pick<Folder, 'id'>) => void
}

export function FolderDialog({ folder, onSaved }: FolderDialogProps) {
  const save = async (name: string) => {
    if (!folder) return call('POST /api/folders', { body: { name } })
    await call('PATCH /api/folders/:id', { params: { id: folder.id }, body: { name } })
    return folder
  }
  return (
    <NameDialog
      title={folder ? 'Rename folder' : 'New folder'}
      label="Name"
      name={folder?.name ?? ''}
      schema={FolderFields}
      failure="The folder was not saved. Please try again."
      onSave={(name) => thenReload(save(name), 'GET /api/folders').then(onSaved)}
    />
  )
}

interface DeleteFolderDialogProps {
  folder: Pick<Folder, 'id' | 'name'>
  onDeleted?: () => void
}

export function DeleteFolderDialog({ folder, onDeleted }: DeleteFolderDialogProps) {
  const remove = () => thenReload(call('DELETE /api/folders/:id', { params: { id: folder.id } }), ...conversationRoutes)
  return (
    <ConfirmDialog
      title={`Delete “${folder.name}”?`}
      text="Only the folder is deleted. Its conversations stay in your list."
      action="Delete folder"
      isDangerous
      failure="The folder was not deleted. Please try again."
      onConfirm={() => remove().then(onDeleted)}
    />
  )
}
