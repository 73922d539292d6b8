import type { BegunTurn, ConversationPage } from '#shared/chat.ts'
import type { Drafts } from './drafts.ts'
import type { TurnParts } from './turn.ts'

/** What the store needs of the world. */
export interface ConversationParts extends TurnParts {
  openPage: (conversationId: string, before?: string) => Promise<ConversationPage>
  /** What became of a send whose answer never came; null where the server knows nothing of it. */
  findTurn: (clientMessageId: string) => Promise<BegunTurn | null>
  drafts: Drafts
  newId: () => string
  now: () => number
  /** A turn began or ended: lists and other tabs will want to know. */
  onChanged?: (conversationId: string) => void
}

/** A new chat with a character, or a conversation that exists (whose character is known once it is open). */
export interface Scene {
  characterId: string
  conversationId?: string | null
}
