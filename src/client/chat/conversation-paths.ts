export function conversationPath(conversationId: string): string {
  return `/chat/${encodeURIComponent(conversationId)}`
}

/** What the address of the chat page asks for. */
export type Place =
  | { kind: 'picker' }
  | { kind: 'new'; characterId: string }
  | { kind: 'conversation'; conversationId: string }

export function readPlace(conversationId: string | undefined, query: URLSearchParams): Place {
  const asked = conversationId ?? query.get('conversation')
  if (asked) return { kind: 'conversation', conversationId: asked }
  const characterId = query.get('character')
  return characterId ? { kind: 'new', characterId } : { kind: 'picker' }
}
