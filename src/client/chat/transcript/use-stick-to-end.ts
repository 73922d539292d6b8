import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ConversationMessage } from '../store/messages.ts'

/** A user within this distance of the end, in pixels, is at the end. */
const nearEnd = 48

/**
 * Keeps the newest text in view for a user at the end. It does not move one who scrolled up, however little, nor one who
 * edits a message, has a menu open or has selected text. Sending a message scrolls to the end.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, messages: readonly ConversationMessage[]) {
  const isStuck = useRef(true)
  const last = useRef({ offset: 0, height: 0 })
  const [atEnd, setAtEnd] = useState(true)

  // The list's own `scrollToIndex` goes on scrolling until no height has changed for 150 ms, whatever the user does.
  const scrollToEnd = useCallback(() => {
    isStuck.current = true
    setAtEnd(true)
    const element = scroller.current
    if (!element) return
    element.scrollTop = endOf(element) - element.clientHeight
    // The reader may scroll up before the event of this: one event comes for both, and must not count as going down.
    last.current = { offset: element.scrollTop, height: element.scrollHeight }
  }, [scroller])

  /** Scrolls to the end, even if text is selected. */
  const toEnd = useCallback(() => {
    if (scroller.current && selectedRange(scroller.current)) document.getSelection()?.removeAllRanges()
    scrollToEnd()
  }, [scroller, scrollToEnd])

  /** Stops following the end: the user went to a message. */
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

  const follow = useCallback(() => {
    if (isStuck.current && !isOccupied(scroller.current)) return scrollToEnd()
    // Growing text moves the end away without a scroll event.
    const { isNear } = measure()
    if (!isNear) isStuck.current = false
    setAtEnd(isNear)
  }, [scroller, scrollToEnd, measure])

  useUpwardInput(scroller, leaveEnd)

  const newest = messages.at(-1)
  const sentKey = newest?.status === 'streaming' && newest.id === null ? newest.key : null
  const lastSentKey = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!newest) return
    const isSent = sentKey !== null && sentKey !== lastSentKey.current
    lastSentKey.current = sentKey
    if (isSent) toEnd()
    else follow()
  }, [newest, sentKey, toEnd, follow])

  return { atEnd, toEnd, leaveEnd, onScroll, onResize: follow }
}

/**
 * The end of the transcript by the heights that the list knows. A new message is not measured yet and overflows the list,
 * which `scrollHeight` includes: scrolled there, the list would be past its own end and render nothing. It calls `onResize`
 * once it has measured the message.
 */
function endOf({ lastElementChild: last }: HTMLElement): number {
  return last instanceof HTMLElement ? last.offsetTop + last.offsetHeight : 0
}

/** Whether the user edits a message in view, has the menu of one open, or has selected text of one. */
function isOccupied(scroller: HTMLElement | null): boolean {
  if (!scroller) return false
  const { top, bottom } = scroller.getBoundingClientRect()
  const isInView = (box: DOMRect) => box.height > 0 && box.bottom > top && box.top < bottom
  const inUse = scroller.querySelectorAll('[data-message] form, [aria-haspopup="menu"][aria-expanded="true"]')
  if ([...inUse].some((element) => isInView(element.getBoundingClientRect()))) return true
  const selected = selectedRange(scroller)
  return selected !== null && isInView(selected.getBoundingClientRect())
}

/** The selected text, where some of it is in the transcript. */
function selectedRange(scroller: HTMLElement): Range | null {
  const selection = document.getSelection()
  const isWithin = selection && !selection.isCollapsed && selection.containsNode(scroller, true)
  return isWithin ? selection.getRangeAt(0) : null
}

const upwardKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

/** Calls back when the user begins to scroll up: text that arrives in the same frame would hide it from the scroll events. */
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
