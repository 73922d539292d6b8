import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ConversationMessage } from '../store/messages.ts'

/** A reader within this distance of the end, in pixels, is at the end. */
const nearEnd = 48

/**
 * Keeps the newest text in view for a reader at the end, and does not move one who scrolled up. Sending a message
 * scrolls to the end.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  messages: readonly ConversationMessage[],
) {
  const isStuck = useRef(true)
  const lastOffset = useRef(0)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    isStuck.current = true
    setAtEnd(true)
    list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: 'end' })
  }, [list])

  const onScroll = useCallback(
    (offset: number) => {
      const { scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {}
      const isNear = scrollHeight - clientHeight - offset < nearEnd
      // Growing text moves the end away without a scroll event; only scrolling up leaves it.
      if (isNear) isStuck.current = true
      else if (offset < lastOffset.current) isStuck.current = false
      lastOffset.current = offset
      setAtEnd(isNear || isStuck.current)
    },
    [scroller],
  )

  const onResize = useCallback(() => {
    if (isStuck.current) toEnd()
  }, [toEnd])

  const last = messages.at(-1)
  const isSent = last?.status === 'streaming' && last.id === null
  useLayoutEffect(() => {
    if (last && (isStuck.current || isSent)) toEnd()
  }, [last, isSent, toEnd])

  return { atEnd, toEnd, onScroll, onResize }
}
