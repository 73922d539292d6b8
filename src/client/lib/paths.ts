export function chatPath(characterId: string, conversationId?: string): string {
  const query = new URLSearchParams({ character: characterId })
  if (conversationId) query.set('conversation', conversationId)
  return `/chat?${query}`
}

/** A chat with a sample character. */
export function sampleChatPath(slug: string): string {
  return `/chat?${new URLSearchParams({ sample: slug })}`
}

export function editCharacterPath(characterId: string): string {
  return `/create?${new URLSearchParams({ id: characterId })}`
}
