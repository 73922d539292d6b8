import { quietly } from '#client/lib/quietly.ts'

const item = 'became'

interface Became {
  characterId: string
  conversationId: string
}

/**
 * A new chat gets another address once it is a conversation. A reload that begins a moment before comes back to the old
 * address, where nothing would be left of what was said: so the tab remembers what became of its last new chat.
 */
export function noteBecame(became: Became): void {
  quietly(() => sessionStorage.setItem(item, JSON.stringify(became)))
}

/** Another new chat begins: whoever reloads it wants it as it is. */
export function forgetBecame(): void {
  quietly(() => sessionStorage.removeItem(item))
}

/**
 * The conversation that the chat with this character had become when the page was reloaded; null for every other chat,
 * `locationKey` being the router's key of the place it stands at.
 */
export function readBecame(characterId: string, locationKey: string): string | null {
  return before?.characterId === characterId && locationKey === firstKey ? before.conversationId : null
}

/** What the page before this one left, where this one is its reload. */
const before = wasReloadedHere()
  ? quietly((): Became | null => JSON.parse(sessionStorage.getItem(item) ?? 'null'))
  : null
const firstKey = quietly(() => history.state?.key) ?? 'default'

/** A page that began elsewhere comes to the chat by a link, and to a new one. */
function wasReloadedHere(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit !== undefined && 'type' in visit && visit.type === 'reload' && new URL(visit.name).pathname === '/chat'
}
