import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ConversationMessage } from '../store/messages.ts'

/** A reader within this distance of the end, in pixels, is at the end. */
const nearEnd = 48

/**
 * Keeps the newest text in view for a reader at the end, and does not move one who scrolled up, however little. Sending
 * a message scrolls to the end.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  messages: readonly ConversationMessage[],
) {
  const isStuck = useRef(true)
  const last = useRef({ offset: 0, height: 0 })
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    isStuck.current = true
    setAtEnd(true)
    list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: 'end' })
  }, [list])

  /** Stays where the reader is: they have gone to a message. */
  const leaveEnd = useCallback(() => {
    isStuck.current = false
  }, [])

  const measure = useCallback(() => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {}
    const distance = scrollHeight - clientHeight - scrollTop
    return { offset: scrollTop, height: scrollHeight, distance, isNear: distance < nearEnd }
  }, [scroller])

  const onScroll = useCallback(() => {
    const { offset, height, distance, isNear } = measure()
    // Text that becomes shorter and a window that grows move the offset back too.
    const isReaderGoingUp = offset < last.current.offset && height >= last.current.height && distance > 1
    if (isReaderGoingUp) isStuck.current = false
    else if (isNear && offset > last.current.offset) isStuck.current = true
    last.current = { offset, height }
    setAtEnd(isNear || isStuck.current)
  }, [measure])

  const onResize = useCallback(() => {
    if (isStuck.current) return toEnd()
    // Growing text moves the end away without a scroll event.
    setAtEnd(measure().isNear)
  }, [toEnd, measure])

  useUpwardInput(scroller, leaveEnd)

  const newest = messages.at(-1)
  const isSent = newest?.status === 'streaming' && newest.id === null
  useLayoutEffect(() => {
    if (newest && (isStuck.current || isSent)) toEnd()
  }, [newest, isSent, toEnd])

  return { atEnd, toEnd, leaveEnd, onScroll, onResize }
}

const upwardKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

/** Calls back when the reader begins to scroll up: text that arrives in the same frame would hide it from the scroll events. */
function useUpwardInput(scroller: RefObject<HTMLElement | null>, onUp: () => void) {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let touchY = 0
    const leave = (isUp: boolean) => {
      if (isUp && element.scrollTop > 0) onUp()
    }
    const listeners: {
      [K in 'wheel' | 'touchstart' | 'touchmove' | 'keydown']: (event: HTMLElementEventMap[K]) => void
    } = {
      wheel: ({ deltaY, ctrlKey }) => leave(deltaY < 0 && !ctrlKey),
      touchstart: ({ touches }) => {
        touchY = touches[0]?.clientY ?? 0
      },
      touchmove: ({ touches }) => leave((touches[0]?.clientY ?? 0) > touchY + 4),
      keydown: ({ key, target }) => leave(upwardKeys.has(key) && target === element),
    }
    const controller = new AbortController()
    for (const [name, listener] of Object.entries(listeners)) {
      element.addEventListener(name, listener as EventListener, { passive: true, signal: controller.signal })
    }
    return () => controller.abort()
  }, [scroller, onUp])
}
