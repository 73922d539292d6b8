import { type RefObject, useEffect } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** How many frames the list gets to render a message that it scrolls to. */
const maxFrames = 60

/** Scrolls to the message that `ConversationStore.reveal` asks for, and moves the focus to it. */
export function useRevealed(
  store: ConversationStore,
  list: RefObject<VirtualizerHandle | null>,
  { scroller, onReveal }: { scroller: RefObject<HTMLElement | null>; onReveal: () => void },
) {
  const revealed = useConversationState(store, (state) => state.revealed)
  useEffect(() => {
    if (!revealed) return
    const { messages } = store.state.getState()
    const index = messages.findIndex(({ key }) => key === revealed.key)
    if (index < 0) return
    onReveal()
    let frame = 0
    const show = (frames: number) => {
      // Again after each frame: heights become known as messages are rendered.
      list.current?.scrollToIndex(index, { align: 'center' })
      const article = scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(revealed.key)}"]`)
      if (article && frames > 2) {
        // The field in which the message is edited keeps the focus.
        if (!article.contains(document.activeElement)) article.focus({ preventScroll: true })
        article.dataset.revealed = ''
        article.addEventListener('animationend', () => delete article.dataset.revealed, { once: true })
      } else if (frames < maxFrames) frame = requestAnimationFrame(() => show(frames + 1))
    }
    show(0)
    return () => cancelAnimationFrame(frame)
  }, [revealed, store, list, scroller, onReveal])
}
