import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

type ConversationErrorProps =
  | { kind: 'missing'; what: 'character' | 'conversation' }
  /** `reason`: what the server said; empty when it did not answer. */
  | { kind: 'failed'; reason: string; onRetry: () => void }

/** Why the conversation is not shown, and what the user can do. */
export function ConversationError(props: ConversationErrorProps) {
  if (props.kind === 'failed') {
    return (
      <ErrorMessage title="The chat did not open" action={<Button onClick={props.onRetry}>Try again</Button>}>
        {props.reason || 'We could not reach the server. Please check your connection.'}
      </ErrorMessage>
    )
  }
  return (
    <ErrorMessage
      title={`This ${props.what} is not here`}
      action={
        <Link to="/chat" className={buttonClass()}>
          Choose a character
        </Link>
      }
    >
      It may have been deleted, or it was never yours to open.
    </ErrorMessage>
  )
}

function ErrorMessage({ title, action, children }: { title: string; action: ReactNode; children: string }) {
  return (
    <div role="alert" className="grid flex-1 place-items-center overflow-y-auto">
      <EmptyState drawing={<EmptyDoor />} title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  )
}
