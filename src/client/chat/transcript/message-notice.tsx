import { RotateCcw, Scale, StepForward } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { reviewDialog } from '#client/ui/review.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

interface MessageNoticeProps {
  name: string
  message: ConversationMessage
}

/** Why a reply failed, is not whole or was removed, with the button that repeats or continues it. */
export function MessageNotice({ name, message }: MessageNoticeProps) {
  const canAct = useConversationState((state) => state.turn === 'idle' && state.messages.at(-1)?.key === message.key)
  const isOverLimit = useConversationState((state) => state.messagesLeft === 0) && message.error !== null
  if (message.status === 'redacted' && !message.content && !message.error) {
    return <p className="font-prose text-ink-soft text-lg italic">This message was removed.</p>
  }
  const action = actionFor(message)
  if (!action && !message.error) return null
  const { error: explanation, rule } = message
  return (
    <div className={message.content ? 'mt-3' : ''}>
      {message.error && (
        <p className="mb-3 max-w-[60ch] text-md leading-relaxed">
          <strong className="font-semibold">{name}:</strong> {message.error}
        </p>
      )}
      {((canAct && action) || rule) && (
        <p className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          {canAct && isOverLimit && <ButtonLink to="/subscribe">Upgrade to Premium</ButtonLink>}
          {canAct && action && <RepeatButton kind={action.kind} message={message} />}
          {explanation && rule && (
            <Button variant="outline" icon={Scale} onClick={() => reviewDialog.open({ explanation, rule })}>
              Ask for a review
            </Button>
          )}
          {!message.error && action?.reason && <span className="text-ink-soft text-sm">{action.reason}</span>}
        </p>
      )}
    </div>
  )
}

type Repetition = 'retry' | 'continue'

function RepeatButton({ kind, message }: { kind: Repetition } & Omit<MessageNoticeProps, 'name'>) {
  const store = useConversationStore()
  if (kind === 'retry') {
    return (
      <Button variant="outline" icon={RotateCcw} onClick={() => store.retry(message.key)}>
        Try again
      </Button>
    )
  }
  return (
    <Button variant="outline" icon={StepForward} onClick={() => store.continueReply(message.key)}>
      Continue
    </Button>
  )
}

/** What the user can do about a reply that is not whole, and why it is not; null for a whole one. */
function actionFor({ status, finish }: ConversationMessage): { kind: Repetition; reason: string } | null {
  if (status === 'failed' || status === 'redacted') return { kind: 'retry', reason: '' }
  if (status === 'interrupted') return { kind: 'continue', reason: 'The reply stopped here.' }
  if (finish === 'length') return { kind: 'continue', reason: 'The reply reached its maximum length.' }
  if (finish === 'filter') return { kind: 'retry', reason: 'The AI service blocked the rest of this reply.' }
  return null
}
