const key = 'became'

/**
 * A new chat gets another address once it is a conversation. A reload that began a moment before comes back to the old
 * address, where nothing would be left of what was said: so the tab remembers what became of its last new chat.
 */
export function noteBecame(sceneKey: string, conversationId: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ sceneKey, conversationId }))
  } catch {
    // The conversation is in the list all the same.
  }
}

/** The conversation that this new chat became before the page was reloaded. */
export function readBecame(sceneKey: string): string | null {
  try {
    if (!wasReloaded()) return null
    const known = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return known.sceneKey === sceneKey ? known.conversationId : null
  } catch {
    return null
  }
}

/** Whoever goes to the address of a new chat again, and does not reload it, means another. */
function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit instanceof PerformanceNavigationTiming && visit.type === 'reload'
}
