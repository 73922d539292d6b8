import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ProblemText } from './problem-text.tsx'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** The verb of the button. */
  action: string
  isDangerous?: boolean
  isPending: boolean
  /** Why the change failed. */
  problem?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a change. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, isDangerous = false, isPending, problem, onConfirm, onClose } = props
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={text}>
      <ProblemText className="mb-4">{problem}</ProblemText>
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
