import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type { ModelConnection } from '#shared/models.ts'
import { useDeleteConnection } from './api.ts'

interface DeleteDialogProps {
  connection: ModelConnection
  isOpen: boolean
  onClose: () => void
}

export function DeleteDialog({ connection: { id, name, hasKey }, isOpen, onClose }: DeleteDialogProps) {
  const deletion = useDeleteConnection()
  if (!isOpen) return null
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={`The next reply is written without it. ${hasKey ? 'Its key is deleted too. ' : ''}To keep it for later, edit it and switch it off instead.`}
      action="Delete"
      isDangerous
      isPending={deletion.isPending}
      onConfirm={() => deletion.mutate(id, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
