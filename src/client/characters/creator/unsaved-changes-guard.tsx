import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { setLeaveGuard } from '#client/lib/leave-guard.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { createDialog } from '#client/ui/dialogs.tsx'

interface UnsavedChangesGuardProps {
  when: boolean
  /** Whether the changes are saved as a draft in this browser. */
  isDraftSaved: boolean
  /** Set to true before navigating without unsaved changes. */
  allowsLeaving?: RefObject<boolean>
}

/** Asks for confirmation before the page is left with unsaved changes: by a navigation, a logout or closing the tab. */
export function UnsavedChangesGuard({ when, isDraftSaved, allowsLeaving }: UnsavedChangesGuardProps) {
  // The address of another character differs in its search only.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      when && !allowsLeaving?.current && (from.pathname !== to.pathname || from.search !== to.search),
  )
  const ask = useEffectEvent((answer: (mayLeave: boolean) => void) => {
    let mayLeave = false
    const onLeave = () => {
      mayLeave = true
    }
    leaveDialog.open({ isDraftSaved, onLeave }, () => answer(mayLeave))
  })
  useEffect(() => {
    if (!when) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onBeforeUnload)
    setLeaveGuard(() => new Promise((resolve) => ask(resolve)))
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      setLeaveGuard(null)
    }
  }, [when])
  useEffect(() => {
    if (blocker.state === 'blocked') ask((mayLeave) => (mayLeave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  return null
}

const leaveDialog = createDialog((props: { isDraftSaved: boolean; onLeave: () => void }) => {
  const close = useClose()
  const leave = () => {
    props.onLeave()
    close()
  }
  return (
    <Dialog
      closesOnBack={false}
      title="Leave without saving?"
      description={
        props.isDraftSaved
          ? 'Your changes are not saved to your account yet. They stay in this browser until you come back.'
          : 'Your changes are not saved.'
      }
    >
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={leave}>
          Leave
        </Button>
        <Button onClick={close}>Keep editing</Button>
      </div>
    </Dialog>
  )
})
