import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** The verb of the button. */
  action: string
  isDangerous?: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a change. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, isDangerous = false, isPending, onConfirm, onClose } = props
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={text}>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={isDangerous ? 'danger' : 'primary'}
          aria-disabled={isPending}
          onClick={() => !isPending && onConfirm()}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
