export function chatPath(characterId: string, conversationId?: string): string {
  const query = new URLSearchParams({ character: characterId })
  if (conversationId) query.set('conversation', conversationId)
  return `/chat?${query}`
}

export function editCharacterPath(characterId: string): string {
  return `/create?${new URLSearchParams({ id: characterId })}`
}
