import { type PointerEvent, useRef } from 'react'

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
export function useSwipe(onSwipe: (step: -1 | 1) => void, isEnabled: boolean) {
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
