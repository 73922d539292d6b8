import { useEffect, useState } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { openingText } from '#engine/prompt/opening.ts'
import type { Character } from '#shared/characters.ts'
import { freshGreeting } from './api.ts'
import type { ConversationStore } from './conversation-store.ts'

/** A player who asked for a new chat waits for its greeting no longer than this. */
const patience = 12_000

/**
 * Opens a new chat with the character's greeting: their own at the first meeting, a fresh one after New Chat (or the
 * original, when none comes). Says whether one is being waited for.
 */
export function useGreeting(store: ConversationStore, character: Character | null, fresh: boolean): boolean {
  const user = useUser()
  const [awaited, setAwaited] = useState(false)
  useEffect(() => {
    if (!character || store.cell.get().conversationId) return
    const original = openingText(character, user.name, character.id)
    if (!fresh) {
      store.greet(original, isFirstSight(character.id, original))
      return
    }
    const leaving = new AbortController()
    const greet = (greeting: string) => {
      if (leaving.signal.aborted) return
      setAwaited(false)
      store.greet(greeting, isFirstSight(character.id, greeting))
    }
    setAwaited(true)
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(patience)])
    freshGreeting(character.id, character.greeting, signal).then(
      (greeting) => greet(greeting.trim() || original),
      () => greet(original),
    )
    return () => leaving.abort()
  }, [store, character, fresh, user.name])
  return awaited
}

/** A greeting is typed out once; whoever comes back to it has read it. */
function isFirstSight(characterId: string, greeting: string): boolean {
  const key = `greeted:${characterId}`
  try {
    const known = sessionStorage.getItem(key) === greeting
    sessionStorage.setItem(key, greeting)
    return !known
  } catch {
    return true
  }
}
