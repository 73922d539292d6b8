import type { Closable } from '#client/ui/dialogs.tsx'
import { NameDialog } from '#client/ui/name-dialog.tsx'
import { type Folder, FolderFields } from '#shared/folders.ts'
import { useSaveFolder } from '../api/folder-api.ts'

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
