import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ModelConnection } from '#shared/models.ts'
import { useDeleteConnection } from './api.ts'

interface DeleteDialogProps {
  connection: ModelConnection
  isOpen: boolean
  onClose: () => void
}

export function DeleteDialog({ connection: { id, name, hasKey }, isOpen, onClose }: DeleteDialogProps) {
  const deletion = useDeleteConnection()
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      description={`The next reply is written without it. ${hasKey ? 'Its key is deleted too. ' : ''}To keep it for later, edit it and switch it off instead.`}
    >
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          aria-disabled={deletion.isPending}
          onClick={() => !deletion.isPending && deletion.mutate(id, { onSettled: onClose })}
        >
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
