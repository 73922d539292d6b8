import type { ReplySource } from '#client/lib/reply-stream.ts'
import type { ConversationPage, Message, NextReply } from '#shared/chat.ts'
import type { BegunTurn } from '#shared/reply-events.ts'
import type { VersionOptions } from '#shared/turns.ts'
import type { ConversationState, PendingSend, Whisper } from './conversation-state.ts'
import type { Draft } from './drafts.ts'
import type { ConversationMessage } from './messages.ts'

/** The server did not begin a turn. */
export interface Refusal {
  type: 'refused'
  replyKey: string
  error: unknown
  /** The message that the model was to go on in; undefined for a turn. */
  before?: ConversationMessage
  /** The other reply cannot be shown. */
  isFinal?: boolean
}

export interface ReplyEnd {
  changes: Partial<ConversationMessage>
  isRefunded: boolean
  isHeldBack: boolean
  /** In a scene: the reply that has begun after it; null when it is the user's turn, undefined when it is not known. */
  next?: NextReply | null
}

/** What a new turn needs from outside, since the reducer is pure. */
export interface Stamp {
  /** The `clientMessageId` of what is requested. */
  sendId: string
  /** The key of its reply. */
  replyKey: string
  now: number
}

export type ConversationEvent =
  /** A change that nothing follows from. */
  | { type: 'set'; changes: Partial<ConversationState> }
  /** A change that was saved on the server. */
  | { type: 'saved'; changes: Partial<ConversationState> }
  | { type: 'draftChanged'; draft: string }
  // Messages are loaded, or the tree has changed.
  /** `stored`: the draft of the new conversation. */
  | { type: 'created'; page: ConversationPage; stored: Draft }
  | { type: 'shown'; page: ConversationPage; isRefresh?: boolean }
  | { type: 'olderShown'; page: ConversationPage }
  | { type: 'treeChanged'; page: ConversationPage }
  | { type: 'notLoaded'; error: unknown; isRefresh?: boolean }
  // Turns begin. They are ignored during another one.
  | { type: 'sent'; text: string; whisper?: Whisper; stamp: Stamp }
  | { type: 'retried'; replyKey: string; stamp: Stamp }
  | { type: 'regenerated'; replyKey: string; options: VersionOptions; stamp: Stamp }
  | { type: 'editSent'; messageKey: string; text: string; stamp: Stamp }
  | { type: 'continued'; replyKey: string }
  // The server answers.
  | { type: 'begun'; replyKey: string; turn: BegunTurn }
  /** The whole text so far. */
  | { type: 'text'; replyKey: string; text: string }
  | { type: 'ended'; replyKey: string; end: ReplyEnd; stamp: Stamp }
  /** The stream of a reply can no longer be read. */
  | { type: 'lost'; replyKey: string; text: string }
  | Refusal
  /** Another reply is running, or the story was changed elsewhere: `page` shows it. */
  | { type: 'overtaken'; replyKey: string; page: ConversationPage; error: unknown; hasLeft: boolean }

export type EventOf<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>

/** What the runner does after an event. */
export type Effect =
  /** Reads a reply to its end. `before`: the message, if it already has text. */
  | { type: 'read'; source: ReplySource; replyKey: string; before?: ConversationMessage }
  | { type: 'saveDraft'; conversationId: string; text: string; pendingId: string | null; unstartedWith: string | null }
  | { type: 'notifyTabs' }
  | { type: 'refresh' }
  /** Loads the newest page, and shows it in place of the turn. */
  | { type: 'showOther'; refusal: Refusal }
  /** Loads the newest page, and shows it unless the reply is still running. */
  | { type: 'showStored' }
  | { type: 'sayRefused'; title: string; reason: string; rule?: string }
  | { type: 'sayEditHidden'; text: string }
  /** The greeting gets the typewriter effect when it is seen for the first time. */
  | { type: 'greet'; key: string; characterId: string; greeting: string }

export type Result = readonly [ConversationState, readonly Effect[]]

/** Whether the server has the message of this send. */
export function hasArrived(messages: readonly Message[], { clientMessageId }: PendingSend): boolean {
  return messages.some((message) => message.clientMessageId === clientMessageId)
}
