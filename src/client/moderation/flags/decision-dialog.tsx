import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { DecisionPanel, type DecisionPanelProps } from './decision-panel.tsx'

/** The decision of a flag where there is no room for it beside the flag. */
export function DecisionDialog({ onClose, onDone, ...props }: Closable & DecisionPanelProps) {
  const close = () => {
    onClose()
    onDone()
  }
  return (
    <Dialog title="Decide this flag" description={props.flag.summary} onClose={onClose}>
      <DecisionPanel {...props} onDone={close} />
    </Dialog>
  )
}
