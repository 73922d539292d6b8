import { TimerOff } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'

/** Says why a page of the signed-in app has become a public one. */
export function SessionEndedNotice({ onLogIn }: { onLogIn: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-1.5 text-paper text-sm"
    >
      <p className="flex items-center gap-2">
        <TimerOff aria-hidden size={16} className="shrink-0" />
        Your session has ended. Log in to continue where you were.
      </p>
      <Button variant="link" className="!text-paper underline" onClick={onLogIn}>
        Log in again
      </Button>
    </div>
  )
}
