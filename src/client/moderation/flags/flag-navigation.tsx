import { ArrowLeft, Gavel } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Button } from '#client/ui/button.tsx'
import { useToastLift } from '#client/ui/toast-lift.ts'

interface MobileBarProps {
  onBack: () => void
  /** Null if there is nothing to decide. */
  onDecide: (() => void) | null
}

/** At the bottom of phones, within reach of the thumbs. */
export function MobileBar({ onBack, onDecide }: MobileBarProps) {
  const toastLift = useToastLift()
  // The dashboard is a CSS container, which fixed elements inside would be relative to.
  return createPortal(
    <section
      ref={toastLift}
      aria-label="Flag actions"
      className="fixed inset-x-0 bottom-0 z-30 flex gap-2 border-line border-t bg-paper px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      <Button variant="outline" icon={ArrowLeft} onClick={onBack}>
        Queue
      </Button>
      {onDecide && (
        <Button icon={Gavel} className="flex-1" onClick={onDecide}>
          Decide
        </Button>
      )}
    </section>,
    document.body,
  )
}

/** Where the flag has taken the place of the queue. */
export function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <div className="mb-4 @3xl/dashboard:hidden max-md:hidden">
      <Button variant="outline" icon={ArrowLeft} onClick={onBack}>
        Back to the queue
      </Button>
    </div>
  )
}
