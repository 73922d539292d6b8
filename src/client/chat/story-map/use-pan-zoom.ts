import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Box } from './layout.ts'

/** A position on the map is at `position × zoom + (x, y)` in its frame. */
interface View {
  x: number
  y: number
  zoom: number
}

const maxZoom = 1.6
/** Below this zoom texts are too small to read, and are not drawn. */
const readableZoom = 0.42
/** The map opens on the whole story at this zoom or more. */
const minOpeningZoom = 0.7
/** How much of the story stays in the frame at least, in pixels. */
const minVisible = 90

export interface Drawn {
  box: Box
  isFar: boolean
}

/**
 * Moves and zooms the map: by drag, wheel and pinch, and by the functions that it returns. A move changes the layer's
 * transform only; React renders again when the user comes near the edge of what is drawn.
 */
export function usePanZoom(frame: RefObject<HTMLElement | null>, layer: RefObject<HTMLElement | null>, bounds: Box) {
  const view = useRef<View>({ x: 0, y: 0, zoom: 1 })
  const [drawn, setDrawn] = useState<Drawn | null>(null)

  const show = (next: View) => {
    const size = sizeOf(frame.current)
    const zoom = clamp(next.zoom, Math.min(fittingZoom(size, bounds), readableZoom), maxZoom)
    const x = clamp(next.x, minVisible - bounds.right * zoom, size.width - minVisible - bounds.left * zoom)
    const y = clamp(next.y, minVisible - bounds.bottom * zoom, size.height - minVisible - bounds.top * zoom)
    view.current = { x, y, zoom }
    // Whole pixels: between two of them, thin lines are blurred.
    if (layer.current) {
      layer.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${zoom})`
    }
    const visible = visibleBox(view.current, size)
    setDrawn((before) => (before && covers(before, visible, zoom) ? before : drawnAround(visible, zoom)))
  }
  const panBy = (dx: number, dy: number) => {
    const { x, y, zoom } = view.current
    show({ x: x + dx, y: y + dy, zoom })
  }
  /** Zooms so that what is at `at` stays there; in the middle of the frame without it. */
  const zoomBy = (factor: number, at?: ScreenPoint) => {
    const { x, y, zoom } = view.current
    const { width, height } = sizeOf(frame.current)
    const { x: cx, y: cy } = at ?? { x: width / 2, y: height / 2 }
    const next = clamp(zoom * factor, Math.min(fittingZoom({ width, height }, bounds), readableZoom), maxZoom)
    show({ x: cx - ((cx - x) * next) / zoom, y: cy - ((cy - y) * next) / zoom, zoom: next })
  }
  const showAll = () => {
    const size = sizeOf(frame.current)
    const zoom = Math.min(fittingZoom(size, bounds), 1)
    const [middle, height] = [(bounds.left + bounds.right) / 2, bounds.bottom - bounds.top]
    show({ x: size.width / 2 - middle * zoom, y: (size.height - height * zoom) / 2 - bounds.top * zoom, zoom })
  }
  /** Moves a position into the frame, as little as that takes; to its middle with `isCentred`. */
  const bringIn = (at: Box, { isCentred = false, zoom = view.current.zoom } = {}) => {
    const { width, height } = sizeOf(frame.current)
    const { x, y } = view.current
    const [cx, cy] = [((at.left + at.right) / 2) * zoom, ((at.top + at.bottom) / 2) * zoom]
    if (isCentred) return show({ x: width / 2 - cx, y: height / 2 - cy, zoom })
    const [halfWidth, halfHeight] = [((at.right - at.left) / 2) * zoom + 16, ((at.bottom - at.top) / 2) * zoom + 16]
    show({
      x: clamp(x, halfWidth - cx, width - halfWidth - cx),
      y: clamp(y, halfHeight - cy, height - halfHeight - cy),
      zoom,
    })
  }
  /** The first view: the whole story where its texts can be read so, else one position. */
  const open = (at: Box) => {
    if (fittingZoom(sizeOf(frame.current), bounds) >= minOpeningZoom) showAll()
    else bringIn(at, { isCentred: true, zoom: 1 })
  }
  const onResize = useEffectEvent(() => show(view.current))
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => onResize())
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])

  const { wasDragged } = usePointers(frame, { panBy, zoomBy })
  /** Where a point of the screen is on the map. */
  const positionAt = (clientX: number, clientY: number) => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {}
    const { x, y, zoom } = view.current
    return { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom }
  }
  return { drawn, open, zoomBy, showAll, bringIn, positionAt, wasDragged }
}

const sizeOf = (element: HTMLElement | null) => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
})

const clamp = (value: number, min: number, max: number) => Math.max(Math.min(value, max), Math.min(min, max))

function fittingZoom({ width, height }: { width: number; height: number }, { left, right, top, bottom }: Box): number {
  return Math.min((width - 32) / Math.max(1, right - left), (height - 32) / Math.max(1, bottom - top))
}

function visibleBox({ x, y, zoom }: View, { width, height }: { width: number; height: number }): Box {
  return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom }
}

/** Half a frame more than is visible on each side. */
function drawnAround({ left, top, right, bottom }: Box, zoom: number): Drawn {
  const [x, y] = [(right - left) / 2, (bottom - top) / 2]
  return { box: { left: left - x, top: top - y, right: right + x, bottom: bottom + y }, isFar: zoom < readableZoom }
}

/** Whether what is drawn has all that is visible, and not much more: zooming in would leave too many elements. */
function covers({ box, isFar }: Drawn, visible: Box, zoom: number): boolean {
  const isWithin =
    visible.left >= box.left && visible.top >= box.top && visible.right <= box.right && visible.bottom <= box.bottom
  const isTight = box.right - box.left <= 4 * (visible.right - visible.left)
  return isWithin && isTight && isFar === zoom < readableZoom
}

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
