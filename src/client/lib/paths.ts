/** The last conversation with a character, or a new one. */
export function resumeChatPath(characterId: string): string {
  return `/chat?${new URLSearchParams({ character: characterId, resume: '1' })}`
}

/** A new chat with a character, or a conversation with it. */
export function chatPath(characterId: string, conversationId?: string): string {
  const query = new URLSearchParams({ character: characterId })
  if (conversationId) query.set('conversation', conversationId)
  return `/chat?${query}`
}

export function sampleChatPath(slug: string): string {
  return `/chat?${new URLSearchParams({ sample: slug })}`
}

export function characterPath(characterId: string): string {
  return `/characters/${encodeURIComponent(characterId)}`
}

export function lorebookPath(id: string): string {
  return `/lorebooks/${encodeURIComponent(id)}`
}

export function characterLorebookPath(characterId: string): string {
  return `${characterPath(characterId)}/lorebook`
}

export function editCharacterPath(characterId: string): string {
  return `/create?${new URLSearchParams({ id: characterId })}`
}
