import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'

interface LeaveDialogProps extends Closable {
  /** Whether the changes are saved as a draft in this browser. */
  isDraftSaved: boolean
  onLeave: () => void
}

/** Asks whether a page with unsaved changes is to be left. */
export function LeaveDialog({ isDraftSaved, onLeave, onClose }: LeaveDialogProps) {
  const leave = () => {
    onLeave()
    onClose()
  }
  return (
    <Dialog
      closesOnBack={false}
      title="Leave without saving?"
      description={
        isDraftSaved
          ? 'Your changes are not saved to your account yet. They stay in this browser until you come back.'
          : 'Your changes are not saved.'
      }
      onClose={onClose}
    >
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={leave}>
          Leave
        </Button>
        <Button onClick={onClose}>Keep editing</Button>
      </div>
    </Dialog>
  )
}
