import type { ConversationPage } from '#shared/chat.ts'
import type { TurnOrder } from '#shared/scenes.ts'
import type { Drafts } from './drafts.ts'
import type { TurnDeps } from './turn.ts'

/** A change of the conversation's tree, made on the basis of its newest message. Each resolves with the newest messages. */
export interface VersionRequests {
  choose: (
    conversationId: string,
    request: { messageId: string; leafId: string; endHere: boolean },
  ) => Promise<ConversationPage>
  editReply: (
    conversationId: string,
    messageId: string,
    request: { content: string; leafId: string },
  ) => Promise<ConversationPage>
  /** Saves a text of the user's own message without sending it again. */
  editText: (
    conversationId: string,
    messageId: string,
    request: { content: string; leafId: string },
  ) => Promise<ConversationPage>
  exclude: (
    conversationId: string,
    messageId: string,
    request: { excluded: boolean; leafId: string },
  ) => Promise<ConversationPage>
  delete: (conversationId: string, messageId: string, leafId: string) => Promise<ConversationPage>
  restore: (conversationId: string, messageId: string, leafId: string) => Promise<ConversationPage>
}

/** A change of who takes part in a conversation. Each resolves with the newest messages. */
export interface SceneRequests {
  join: (conversationId: string, request: { characterId: string; leafId: string | null }) => Promise<ConversationPage>
  leave: (conversationId: string, request: { characterId: string; leafId: string | null }) => Promise<ConversationPage>
  setTurnOrder: (conversationId: string, turnOrder: TurnOrder) => Promise<ConversationPage>
}

/** The conversation to open. */
export type ConversationTarget =
  | { kind: 'existing'; conversationId: string }
  /** With `originalGreeting` (New Chat) it begins with a greeting that the model writes. */
  | { kind: 'new'; characterId: string; originalGreeting?: string | undefined }

export interface NewConversation {
  characterId: string
  /** Asks the model for a greeting; this one is used when none comes. */
  originalGreeting?: string | undefined
  /** Begins with exactly this greeting. */
  greeting?: string | undefined
}

/** What the store needs of the browser and the server. */
export interface ConversationDeps extends TurnDeps {
  createConversation: (request: NewConversation, signal?: AbortSignal) => Promise<ConversationPage>
  /** The newest page, or the page before a message, which reaches back as far as `through`. */
  fetchPage: (conversationId: string, before?: string, through?: string) => Promise<ConversationPage>
  versions: VersionRequests
  scenes?: SceneRequests
  drafts: Drafts
  isFirstView: (characterId: string, greeting: string) => boolean
  newId: () => string
  now: () => number
  /** A turn began or ended, or the tree changed. */
  onChanged?: (conversationId: string) => void
  /** The server refused a turn; the page has removed it and shows the conversation. */
  onRefused?: (title: string, reason: string) => void
  /** A message that was being edited is no longer shown, since the story was changed elsewhere. */
  onEditHidden?: (text: string) => void
}
