import { type RefObject, useEffect } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

/** The space above the first message, in pixels. */
export const startMargin = 30

/** How many frames the list gets to render a message that it scrolls to. */
const maxFrames = 60

/** A message that has not moved for so many frames stays where it is: the heights around it are known. */
const settledFrames = 3

/** Scrolls to the message that `ConversationStore.reveal` asks for, and moves the focus to it. */
export function useRevealed(
  list: RefObject<VirtualizerHandle | null>,
  { scroller, onReveal }: { scroller: RefObject<HTMLElement | null>; onReveal: () => void },
) {
  const store = useConversationStore()
  const revealed = useConversationState((state) => state.revealed)
  useEffect(() => {
    if (!revealed) return
    const { messages } = store.state.getState()
    const index = messages.findIndex(({ key }) => key === revealed.key)
    if (index < 0) return
    onReveal()
    let frame = 0
    const center = () => {
      if (!list.current) return 0
      const { getItemOffset, getItemSize, viewportSize } = list.current
      const top = startMargin + getItemOffset(index) - (viewportSize - getItemSize(index)) / 2
      scroller.current?.scrollTo({ top, behavior: 'instant' })
      return top
    }
    // The list's own `scrollToIndex` would go on for as long as a reply grows, whatever the user does.
    const show = (frames: number, settled: number, before: number) => {
      const top = center()
      const article = scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(revealed.key)}"]`)
      if (article && settled >= settledFrames) {
        // The field in which the message is edited keeps the focus.
        if (!article.contains(document.activeElement)) article.focus({ preventScroll: true })
        article.dataset.revealed = ''
        article.addEventListener('animationend', () => delete article.dataset.revealed, { once: true })
      } else if (frames < maxFrames) {
        const isSettled = article && Math.abs(top - before) < 1
        frame = requestAnimationFrame(() => show(frames + 1, isSettled ? settled + 1 : 0, top))
      }
    }
    show(0, 0, -1)
    return () => cancelAnimationFrame(frame)
  }, [revealed, store, list, scroller, onReveal])
}
