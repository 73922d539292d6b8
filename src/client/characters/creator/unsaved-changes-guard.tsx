import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

interface UnsavedChangesGuardProps {
  when: boolean
  /** Whether the changes are saved as a draft in this browser. */
  isDraftSaved: boolean
  /** Set to true before navigating without unsaved changes. */
  allowsLeaving: RefObject<boolean>
}

/** Asks for confirmation before leaving the page with unsaved changes. */
export function UnsavedChangesGuard({ when, isDraftSaved, allowsLeaving }: UnsavedChangesGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && !allowsLeaving.current && currentLocation.pathname !== nextLocation.pathname,
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
        isDraftSaved
          ? 'Your changes are not saved to your account yet. They stay in this browser until you come back.'
          : 'Your changes to this character are not saved.'
      }
    >
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button onClick={() => blocker.reset?.()}>Keep editing</Button>
      </div>
    </Dialog>
  )
}
