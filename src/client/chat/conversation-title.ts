import type { Conversation } from '#shared/chat.ts'

/** What a conversation is called, also before its owner names it. */
export function titleOf({ title, characterName }: Pick<Conversation, 'title' | 'characterName'>): string {
  return title || `A scene with ${characterName}`
}
