import type { Conversation } from '#shared/chat.ts'

/** The title of a conversation, also before it has one of its own. */
export function titleOf({ title, characterName }: Pick<Conversation, 'title' | 'characterName'>): string {
  return title || `Conversation with ${characterName}`
}
