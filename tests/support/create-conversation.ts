import type { Conversation, ConversationPage, Message } from '#shared/chat.ts'

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

/** A message as the server sends it. */
export function createStoredMessage(id: string, changes: Partial<Message> = {}): Message {
  return {
    ...{ id, parentId: null, clientMessageId: null, role: 'character', content: `${id}.`, status: 'complete' },
    ...{ createdAt: 1, siblings: [id], edited: false, persona: null, finish: null, error: null, unchecked: false },
    ...changes,
  }
}

/** The newest page of a conversation with these messages. */
export function createPage(messages: Message[], changes: Partial<ConversationPage> = {}): ConversationPage {
  return {
    ...{ conversation: createConversation(), messages, hasMore: false, later: [], notes: null, messagesLeft: null },
    persona: { id: null, name: 'Sam', picture: '', from: 'account' },
    ...changes,
  }
}
