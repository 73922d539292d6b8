import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

type ConversationErrorProps =
  | { kind: 'missing'; what: 'character' | 'conversation' }
  | { kind: 'failed'; reason: string; onRetry: () => void }

export function ConversationError(props: ConversationErrorProps) {
  if (props.kind === 'failed') {
    return (
      <ErrorMessage title="We could not open this chat" action={<Button onClick={props.onRetry}>Try again</Button>}>
        {props.reason}
      </ErrorMessage>
    )
  }
  return (
    <ErrorMessage
      title={props.what === 'character' ? 'Character not found' : 'Conversation not found'}
      action={<ButtonLink to="/chat">Choose a character</ButtonLink>}
    >
      It may have been deleted, or you do not have access to it.
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
