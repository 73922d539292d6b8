import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

interface LeaveGuardProps {
  when: boolean
  /** Whether what is left behind waits in this browser. */
  isKept: boolean
  /** Set by whoever leaves on purpose, with nothing left to lose. */
  leaving: RefObject<boolean>
}

/** Asks before unsaved work is left behind. */
export function LeaveGuard({ when, isKept, leaving }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!when) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [when])
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description={
        isKept
          ? 'What you changed has not been saved. It waits here, in this browser, until you come back.'
          : 'What you changed on this character has not been saved.'
      }
    >
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button onClick={() => blocker.reset?.()}>Keep writing</Button>
      </div>
    </Dialog>
  )
}
