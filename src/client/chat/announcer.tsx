import { useEffect, useState } from 'react'
import { Announcements } from './announcements.ts'
import type { ConversationStore } from './conversation-store.ts'

/** Enough that nothing is taken away while it is being read out. */
const kept = 6

/** Reads the scene to those who listen rather than look: by sentences, and politely. */
export function Announcer({ store, name }: { store: ConversationStore; name: string }) {
  const [said, setSaid] = useState<{ id: number; words: string }[]>([])
  useEffect(() => {
    const announcements = new Announcements(store.cell.get())
    let id = 0
    return store.cell.subscribe(() => {
      const words = announcements.next(store.cell.get(), name)
      if (!words) return
      id += 1
      const next = { id, words }
      setSaid((before) => [...before.slice(1 - kept), next])
    })
  }, [store, name])
  return (
    <div aria-live="polite" aria-atomic="false" className="sr-only">
      {said.map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  )
}
