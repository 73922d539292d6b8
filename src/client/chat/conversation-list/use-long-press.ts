import { type PointerEvent, useEffect, useRef } from 'react'

const duration = 500
/** Pixels that a finger may move. */
const slack = 8

/** The listeners of an element that a finger can press for long. The click at the end of it does nothing. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const cancel = () => clearTimeout(press.current?.timer)
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      cancel()
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        ignoreNextClick()
        onLongPress()
      }, duration)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = clientX, y = clientY } = press.current ?? {}
      if (Math.hypot(clientX - x, clientY - y) > slack) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  }
}

function ignoreNextClick(): void {
  const ignored = new AbortController()
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const options = { capture: true, signal: ignored.signal }
  // The menu of a link as well, which some browsers open.
  for (const type of ['click', 'contextmenu']) window.addEventListener(type, ignore, options)
  const end = () => setTimeout(() => ignored.abort(), 100)
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end, { once: true })
}
