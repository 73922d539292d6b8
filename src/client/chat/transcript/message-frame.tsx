import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '#client/lib/cx.ts'
import { swipe } from '../actions/message-actions.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { useSwipe } from './use-swipe.ts'

interface MessageFrameProps {
  store: ConversationStore
  message: ConversationMessage
  className: string
  children: ReactNode
}

/** A message: the arrow keys while it has the focus, and swipes with a finger, lead through its versions. */
export function MessageFrame({ store, message, className, children }: MessageFrameProps) {
  const isEnabled = useConversationState(
    store,
    ({ turn, isChanging, editing }) => turn === 'idle' && !isChanging && editing?.key !== message.key,
  )
  const gestures = useSwipe((step) => swipe(store, message, step), isEnabled)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event
    if (!isEnabled || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // Menus and tooltips are children in React only.
    if (!(target instanceof Node) || !currentTarget.contains(target)) return
    event.preventDefault()
    swipe(store, message, key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <article
      tabIndex={-1}
      data-message={message.key}
      onKeyDown={onKeyDown}
      {...gestures}
      className={cx('touch-pan-y rounded-md outline-offset-8', className)}
    >
      {children}
    </article>
  )
}
