/** Addresses that more than one part of the house writes. */
export function chatPath(characterId: string, conversationId?: string): string {
  const query = new URLSearchParams({ character: characterId })
  if (conversationId) query.set('conversation', conversationId)
  return `/chat?${query}`
}

export function editCharacterPath(characterId: string): string {
  return `/create?${new URLSearchParams({ id: characterId })}`
}
