import { Dialog } from '#client/ui/dialog.tsx'
import type { ModelConnection, ModelService } from '#shared/models.ts'
import { ConnectionForm } from './connection-form.tsx'

interface ConnectionDialogProps {
  services: ModelService[]
  /** Null: a new one. */
  connection: ModelConnection | null
  isOpen: boolean
  onClose: () => void
}

export function ConnectionDialog({ services, connection, isOpen, onClose }: ConnectionDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={connection === null ? 'Connect a model' : `Edit ${connection.name}`}
      className="sm:max-w-xl"
    >
      <ConnectionForm services={services} connection={connection} onSaved={onClose} />
    </Dialog>
  )
}
