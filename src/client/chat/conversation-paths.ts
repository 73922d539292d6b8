export function conversationPath(conversationId: string): string {
  return `/chat/${encodeURIComponent(conversationId)}`
}

/** What the address of the chat page asks for. */
export type ChatAddress =
  | { kind: 'picker' }
  | { kind: 'new'; characterId: string }
  | { kind: 'existing'; conversationId: string }

export function readChatAddress(pathId: string | undefined, query: URLSearchParams): ChatAddress {
  const conversationId = pathId ?? query.get('conversation')
  if (conversationId) return { kind: 'existing', conversationId }
  const characterId = query.get('character')
  return characterId ? { kind: 'new', characterId } : { kind: 'picker' }
}
