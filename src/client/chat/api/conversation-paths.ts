export function conversationPath(conversationId: string): string {
  return `/chat/${encodeURIComponent(conversationId)}`
}

export type ConversationAddress = { kind: 'new'; characterId: string } | { kind: 'existing'; conversationId: string }

export type ChatAddress =
  | { kind: 'picker' }
  | { kind: 'sample'; slug: string }
  | { kind: 'resume'; characterId: string }
  | ConversationAddress

export function readChatAddress(pathId: string | undefined, query: URLSearchParams): ChatAddress {
  const conversationId = pathId ?? query.get('conversation')
  if (conversationId) return { kind: 'existing', conversationId }
  const slug = query.get('sample')
  if (slug) return { kind: 'sample', slug }
  const characterId = query.get('character')
  if (!characterId) return { kind: 'picker' }
  return { kind: query.has('resume') ? 'resume' : 'new', characterId }
}
