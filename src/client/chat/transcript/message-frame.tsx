import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { swipe } from '#client/chat/actions/message-actions.ts'
import type { ConversationMessage } from '#client/chat/store/messages.ts'
import { useConversationState, useConversationStore } from '#client/chat/store/use-conversation.ts'
import { cx } from '#client/lib/cx.ts'

interface MessageFrameProps {
  message: ConversationMessage
  className: string
  children: ReactNode
}

/** A message: the arrow keys while it has the focus, and swipes with a finger, lead through its versions. */
export function MessageFrame({ message, className, children }: MessageFrameProps) {
  const store = useConversationStore()
  const isEnabled = useConversationState(
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

/** Pixels a finger moves before the gesture is a swipe and not a tap or a scroll, and at which it counts. */
const threshold = { start: 12, swipe: 72 }
/** Pixels at the edges of the screen that belong to the browser's own gesture. */
const edge = 24

interface Swipe {
  x: number
  y: number
  dx: number
  isHorizontal: boolean
}

/**
 * Handlers of a horizontal swipe with one finger: to the left calls `onSwipe(1)`, to the right `onSwipe(-1)`. The element
 * follows the finger. It must have `touch-action: pan-y`.
 */
function useSwipe(onSwipe: (step: -1 | 1) => void, isEnabled: boolean) {
  const swipe = useRef<Swipe | null>(null)

  const move = (element: HTMLElement, dx: number) => {
    // A transform that stays, even of nothing, would change how the text is painted.
    element.style.transform = dx === 0 ? '' : `translateX(${Math.sign(dx) * Math.min(Math.abs(dx) * 0.6, 64)}px)`
    element.style.transition = dx === 0 ? 'transform 160ms var(--ease-out)' : ''
  }
  const end = (event: PointerEvent<HTMLElement>, isDone: boolean) => {
    const { current } = swipe
    swipe.current = null
    if (!current?.isHorizontal) return
    move(event.currentTarget, 0)
    if (isDone && Math.abs(current.dx) >= threshold.swipe) onSwipe(current.dx < 0 ? 1 : -1)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerType, isPrimary, clientX: x, clientY: y, target, currentTarget } = event
      // A menu of the element is its child in React only.
      const isInside =
        target instanceof Node && currentTarget.contains(target) && x > edge && x < window.innerWidth - edge
      const canStart = isEnabled && isPrimary && pointerType === 'touch' && isInside && !hasSelection()
      swipe.current = canStart ? { x, y, dx: 0, isHorizontal: false } : null
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = swipe
      if (!current) return
      current.dx = event.clientX - current.x
      const isVertical = Math.abs(event.clientY - current.y) > Math.abs(current.dx)
      if (!current.isHorizontal && Math.abs(current.dx) > threshold.start) {
        if (isVertical) swipe.current = null
        else current.isHorizontal = true
      }
      if (current.isHorizontal) move(event.currentTarget, current.dx)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  }
}

function hasSelection(): boolean {
  return window.getSelection()?.isCollapsed === false
}
