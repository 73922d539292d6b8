import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Line } from './lines.ts'

/** This close to the end, in pixels, a reader is at the end. */
const nearEnd = 48

/**
 * Keeps the newest words in sight for a reader who is at the end, and leaves one who scrolled back where they are.
 * Sending something is coming back.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  lines: readonly Line[],
) {
  const stuck = useRef(true)
  const lastOffset = useRef(0)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    stuck.current = true
    setAtEnd(true)
    list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: 'end' })
  }, [list])

  const onScroll = useCallback(
    (offset: number) => {
      const { scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {}
      const near = scrollHeight - clientHeight - offset < nearEnd
      // Text that grows pushes the end away without a scroll; only moving up is leaving.
      if (near) stuck.current = true
      else if (offset < lastOffset.current) stuck.current = false
      lastOffset.current = offset
      setAtEnd(near || stuck.current)
    },
    [scroller],
  )

  const onResize = useCallback(() => {
    if (stuck.current) toEnd()
  }, [toEnd])

  const last = lines.at(-1)
  const sent = last?.status === 'streaming' && last.id === null
  useLayoutEffect(() => {
    if (last && (stuck.current || sent)) toEnd()
  }, [last, sent, toEnd])

  return { atEnd, toEnd, onScroll, onResize }
}
