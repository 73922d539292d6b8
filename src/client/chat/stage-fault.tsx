import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

type StageFaultProps =
  | { problem: 'gone'; what: 'character' | 'conversation' }
  | { problem: 'unreachable'; onRetry: () => void }

/** Nobody is on stage, and why. */
export function StageFault(props: StageFaultProps) {
  if (props.problem === 'unreachable') {
    return (
      <Fault title="The stage did not light up" action={<Button onClick={props.onRetry}>Try again</Button>}>
        We could not reach the server. Please check your connection.
      </Fault>
    )
  }
  return (
    <Fault
      title={`This ${props.what} is not here`}
      action={
        <Link to="/chat" className={buttonClass()}>
          Choose a character
        </Link>
      }
    >
      It may have been deleted, or it was never yours to open.
    </Fault>
  )
}

function Fault({ title, action, children }: { title: string; action: ReactNode; children: string }) {
  return (
    <div role="alert" className="grid flex-1 place-items-center overflow-y-auto">
      <EmptyState drawing={<EmptyDoor />} title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  )
}
