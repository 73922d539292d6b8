import { type RefObject, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { setLeaveGuard } from '#client/lib/leave-guard.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

interface UnsavedChangesGuardProps {
  when: boolean
  /** Whether the changes are saved as a draft in this browser. */
  isDraftSaved: boolean
  /** Set to true before navigating without unsaved changes. */
  allowsLeaving: RefObject<boolean>
}

/** Asks for confirmation before the page is left with unsaved changes: by a navigation, a logout or closing the tab. */
export function UnsavedChangesGuard({ when, isDraftSaved, allowsLeaving }: UnsavedChangesGuardProps) {
  // The address of another character differs in its search only.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      when && !allowsLeaving.current && (from.pathname !== to.pathname || from.search !== to.search),
  )
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  useEffect(() => {
    if (!when) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onBeforeUnload)
    setLeaveGuard(() => new Promise((resolve) => setAnswer(() => resolve)))
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      setLeaveGuard(null)
    }
  }, [when])

  const decide = (mayLeave: boolean) => {
    if (mayLeave) blocker.proceed?.()
    else blocker.reset?.()
    answer?.(mayLeave)
    setAnswer(null)
  }
  return (
    <Dialog
      open={blocker.state === 'blocked' || answer !== null}
      onOpenChange={(open) => !open && decide(false)}
      closesOnBack={false}
      title="Leave without saving?"
      description={
        isDraftSaved
          ? 'Your changes are not saved to your account yet. They stay in this browser until you come back.'
          : 'Your changes are not saved.'
      }
    >
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={() => decide(true)}>
          Leave
        </Button>
        <Button onClick={() => decide(false)}>Keep editing</Button>
      </div>
    </Dialog>
  )
}
