import { type RefObject, useEffect, useRef } from 'react'

export interface ScreenPoint {
  x: number
  y: number
}

interface Gestures {
  panBy: (dx: number, dy: number) => void
  zoomBy: (factor: number, at: ScreenPoint) => void
}

/** Pixels that a pointer moves before it drags instead of clicking. */
const dragFrom = 6
/** How much a step of the wheel zooms. */
const wheelZoom = 0.0022

/** Drags with one pointer, pinches with two fingers, and the wheel: with Ctrl (and a pinch on a trackpad) it zooms, else it moves. */
export function usePointers(frame: RefObject<HTMLElement | null>, gestures: Gestures) {
  const isDragged = useRef(false)
  const current = useRef(gestures)
  useEffect(() => {
    current.current = gestures
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const stopPointers = listenToPointers(element, current, isDragged)
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { deltaX, deltaY, ctrlKey, metaKey, shiftKey } = event
      if (ctrlKey || metaKey) current.current.zoomBy(Math.exp(-deltaY * wheelZoom * 4), placeIn(element, event))
      else if (shiftKey && deltaX === 0) current.current.panBy(-deltaY, 0)
      else current.current.panBy(-deltaX, -deltaY)
    }
    // React's wheel listeners are passive: the page would zoom too.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      stopPointers()
      element.removeEventListener('wheel', onWheel)
    }
  }, [frame])
  /** Whether the click that follows belongs to a drag. */
  return { wasDragged: () => isDragged.current }
}

function listenToPointers(
  element: HTMLElement,
  gestures: RefObject<Gestures>,
  isDragged: RefObject<boolean>,
): () => void {
  const pointers = new Map<number, ScreenPoint>()
  let start: ScreenPoint = { x: 0, y: 0 }
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    if (pointers.size === 0) {
      isDragged.current = false
      start = placeIn(element, event)
    }
    pointers.set(event.pointerId, placeIn(element, event))
  }
  const onMove = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = placeIn(element, event)
    if (!isDragged.current) {
      if (Math.hypot(now.x - start.x, now.y - start.y) < dragFrom && pointers.size < 2) return
      isDragged.current = true
      // Only now: a captured pointer would click the frame instead of what is under it.
      for (const id of pointers.keys()) element.setPointerCapture(id)
    }
    const others = [...pointers].filter(([id]) => id !== event.pointerId)
    pointers.set(event.pointerId, now)
    const [, other] = others[0] ?? []
    if (!other) return gestures.current.panBy(now.x - before.x, now.y - before.y)
    const distance = (from: ScreenPoint) => Math.max(1, Math.hypot(from.x - other.x, from.y - other.y))
    gestures.current.zoomBy(distance(now) / distance(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    gestures.current.panBy((now.x - before.x) / 2, (now.y - before.y) / 2)
  }
  const onEnd = (event: PointerEvent) => pointers.delete(event.pointerId)
  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onEnd, pointercancel: onEnd } as const
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) {
      element.removeEventListener(name, listener as EventListener)
    }
  }
}

function placeIn(element: HTMLElement, { clientX, clientY }: MouseEvent): ScreenPoint {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
