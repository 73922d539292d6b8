import type { Conversation } from '#shared/chat.ts'

/** A conversation with Ines Calder as the list shows it; `changes` replace its fields. */
export function createConversation(changes: Partial<Conversation> = {}): Conversation {
  return {
    id: 'c1',
    characterId: 'ines',
    characterName: 'Ines Calder',
    characterAvatar: '',
    characterCategory: 'Mystery',
    characterAvailable: true,
    pinned: false,
    archived: false,
    folderId: null,
    contentRating: null,
    background: null,
    title: 'After midnight',
    preview: '',
    messageCount: 2,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  }
}
