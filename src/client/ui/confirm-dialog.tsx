import type { ReactNode } from 'react'
import { errorText } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from './button.tsx'
import { useClose } from './close-context.ts'
import { Dialog } from './dialog.tsx'
import { ProblemText } from './problem-text.tsx'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  children?: ReactNode
  /** The verb of the button, and its text while the change is made. */
  action: string
  busyAction?: string
  cancel?: string
  isDangerous?: boolean
  /** Makes the change; the dialog then closes. If it rejects, the dialog says why. */
  onConfirm: () => Promise<unknown> | undefined
  /** Shown where the server gives no reason. */
  failure?: string
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const close = useClose()
  const { title, text, children, action, busyAction = action, cancel = 'Cancel', isDangerous } = props
  const { onConfirm, failure } = props
  const change = useSingleMutation({ mutationFn: async () => onConfirm(), onSuccess: close })
  return (
    <Dialog title={title} description={text}>
      {children}
      <ProblemText className="mb-4">{change.error ? errorText(change.error, failure) : undefined}</ProblemText>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={close}>
          {cancel}
        </Button>
        <Button
          variant={isDangerous ? 'danger' : 'primary'}
          aria-disabled={change.isPending}
          onClick={() => change.mutate()}
        >
          {change.isPending ? busyAction : action}
        </Button>
      </div>
    </Dialog>
  )
}
