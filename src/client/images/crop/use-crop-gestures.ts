import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { type Crop, move, type Size, zoomTo } from './crop.ts'

type Change = (crop: Crop) => Crop

const step = 0.04
const zoomStep = 1.1
const keys: Record<string, (crop: Crop, picture: Size) => Crop> = {
  ArrowLeft: (crop, picture) => move(crop, picture, step, 0),
  ArrowRight: (crop, picture) => move(crop, picture, -step, 0),
  ArrowUp: (crop, picture) => move(crop, picture, 0, step),
  ArrowDown: (crop, picture) => move(crop, picture, 0, -step),
  '+': (crop, picture) => zoomTo(crop, picture, crop.zoom * zoomStep),
  '=': (crop, picture) => zoomTo(crop, picture, crop.zoom * zoomStep),
  '-': (crop, picture) => zoomTo(crop, picture, crop.zoom / zoomStep),
}

/** One finger or the mouse drags, two fingers pinch, the wheel zooms, the arrow keys move the frame. */
export function useCropGestures(
  stage: RefObject<HTMLElement | null>,
  picture: Size,
  onChange: (change: Change) => void,
) {
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  useWheel(stage, picture, onChange)

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const box = event.currentTarget.getBoundingClientRect()
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    // Each of two fingers carries half of the way.
    const share = other ? 2 : 1
    const [byX, byY] = [(now.x - before.x) / box.width / share, (now.y - before.y) / box.height / share]
    const spread = other ? distance(now, other) / Math.max(1, distance(before, other)) : 1
    const at = other ? within(box, (now.x + other.x) / 2, (now.y + other.y) / 2) : undefined
    onChange((crop) => zoomTo(move(crop, picture, byX, byY), picture, crop.zoom * spread, at))
  }
  const letGo = (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove,
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const act = keys[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      onChange((crop) => act(crop, picture))
    },
  }
}

/** React listens to the wheel passively, and the page would scroll along. */
function useWheel(stage: RefObject<HTMLElement | null>, picture: Size, onChange: (change: Change) => void) {
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = within(element.getBoundingClientRect(), event.clientX, event.clientY)
      onChange((crop) => zoomTo(crop, picture, crop.zoom * Math.exp(-event.deltaY / 400), at))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [stage, picture, onChange])
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
const within = (box: DOMRect, x: number, y: number) => ({
  x: (x - box.left) / box.width,
  y: (y - box.top) / box.height,
})
