import { useEffect, useRef } from 'react'
import { Announcements } from './announcements.ts'
import type { ConversationStore } from './conversation-store.ts'

/** Enough that nothing is taken away while it is being read out. */
const kept = 6

/**
 * Reads the scene to those who listen rather than look: by sentences, and politely. The words stand in a shadow tree
 * of their own: they repeat what the page already says, and must not be found twice by a search, a copy or a script.
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

    const announcements = new Announcements(store.cell.get())
    const leave = store.cell.subscribe(() => {
      const words = announcements.next(store.cell.get(), name)
      if (!words) return
      const said = document.createElement('p')
      said.textContent = words
      region.append(said)
      if (region.childElementCount > kept) region.firstElementChild?.remove()
    })
    return () => {
      leave()
      host.remove()
    }
  }, [store, name])
  return <div ref={place} className="sr-only" />
}
