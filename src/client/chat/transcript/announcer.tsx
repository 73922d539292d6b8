import { useEffect, useRef } from 'react'
import type { ConversationState } from '../store/conversation-state.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { speakerOf } from '../store/scene-state.ts'
import { Announcements } from './announcements.ts'

/** In a scene, the name of who is speaking. */
function speakerName(state: ConversationState): string | undefined {
  const reply = state.messages.find(({ key }) => key === state.liveReply?.key)
  return reply && speakerOf(reply, state)?.name
}

/** Enough that no text is removed while a screen reader is reading it. */
const maxAnnouncements = 6

/**
 * Announces replies to screen readers, politely and by sentences. The live region is in a shadow tree: its text repeats
 * what the page shows, and must not appear twice in a search, a copy or a script.
 */
export function Announcer({ store, name }: { store: ConversationStore; name: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = document.createElement('div')
    const region = document.createElement('div')
    region.ariaLive = 'polite'
    region.ariaAtomic = 'false'
    host.attachShadow({ mode: 'closed' }).append(region)
    place.current?.append(host)

    const announce = (text: string) => {
      if (!text) return
      const paragraph = document.createElement('p')
      paragraph.textContent = text
      region.append(paragraph)
      if (region.childElementCount > maxAnnouncements) region.firstElementChild?.remove()
    }
    const announcements = new Announcements(store.state.getState())
    announce(announcements.first(name))
    const unsubscribe = store.state.subscribe((state) =>
      announce(announcements.next(state, speakerName(state) ?? name)),
    )
    return () => {
      unsubscribe()
      host.remove()
    }
  }, [store, name])
  return <div ref={place} className="sr-only" />
}
