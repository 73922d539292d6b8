import type { ReplyEvent } from '#client/lib/reply-events.ts'
import type { ReplyOptions, ReplySource } from '#client/lib/reply-stream.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { NewConversation, sceneRequests, versionRequests } from '../api/conversation-api.ts'
import type { Drafts } from './drafts.ts'

export type ConversationTarget =
  | { kind: 'existing'; conversationId: string }
  /** With `originalGreeting` (New Chat) it begins with a greeting that the model writes. */
  | { kind: 'new'; characterId: string; originalGreeting?: string }

export interface ConversationDeps {
  readReply: (source: ReplySource, options: ReplyOptions) => AsyncIterable<ReplyEvent>
  stopReply: (conversationId: string, messageId: string) => Promise<void>
  /** Runs `run` before the next repaint. */
  nextFrame: (run: () => void) => void
  createConversation: (request: NewConversation, signal: AbortSignal) => Promise<ConversationPage>
  /** The newest page, or the page before a message, which reaches back as far as `through`. */
  fetchPage: (conversationId: string, before?: string, through?: string) => Promise<ConversationPage>
  versions: typeof versionRequests
  scenes: typeof sceneRequests
  drafts: Drafts
  isFirstView: (characterId: string, greeting: string) => boolean
  newId: () => string
  now: () => number
  /** A turn began or ended, or the tree changed. */
  onChanged?: (conversationId: string) => void
  /** The server refused a turn; the page has removed it and shows the conversation. */
  onRefused?: (refusal: { title: string; reason: string; rule?: string }) => void
  /** A message that was being edited is no longer shown, since the story was changed elsewhere. */
  onEditHidden?: (text: string) => void
}
