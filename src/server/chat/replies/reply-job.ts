import type { CharacterRow } from '#server/characters/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { NextReply } from '#shared/chat.ts'
import type { VersionOptions } from '#shared/turns.ts'
import type { MemoryState } from '../memory/memory-state.ts'
import type { Player } from '../personas/player.ts'
import type { SceneTurn } from '../scenes/scene.ts'
import type { Crisis } from '../screening/screen-turn.ts'
import type { HistoryRow, MessageRow } from '../tree/queries.ts'
import type { Outcome } from './live-reply.ts'

/** A reply to be generated, whose row is written. */
export interface ReplyJob extends DraftJob {
  conversationId: OwnConversationId
}

/** A text to be generated. Without a row of its own it is a draft of the player's next message, a new greeting, or the reply of a character that is tried. */
export interface DraftJob extends VersionOptions {
  id: string
  /** Null for a new greeting, which is written before its conversation, and where a character is tried. */
  conversationId: OwnConversationId | null
  /** The message that the reply answers or continues; null if it is the first of the conversation. */
  parentId: string | null
  userMessageId: string | null
  viewer: Viewer
  character: CharacterRow
  player: Player
  /** `notes` of the conversation. */
  notes: string | null
  /** `lorebooks` of the conversation. */
  lorebooks: string | null
  /** How long the reply may be at most, where a client wants less than the model's settings allow, in tokens. */
  maxTokens?: number | undefined
  /** Texts at which it ends. */
  stop?: readonly string[] | undefined
  /** Whether the player sees what the character's face shows. */
  showsExpressions?: boolean
  kind: 'reply' | 'continue' | 'greeting' | 'resume' | 'impersonate'
  /** The player's message, with the history that their client sent, for the classifier. */
  input?: string
  /** The existing text, when the model continues a reply. */
  text?: string
  memory: MemoryState
  /** The first message of the verbatim history in the previous prompt of this path. */
  anchor: string | null
  /** Set when the message shows that the player may be in crisis: the character does not answer it. */
  crisis?: Crisis | null
  /** What was said before, where the conversation has no rows: a character is tried. */
  history?: HistoryRow[]
  /** In a scene: who speaks and who is present. */
  sceneTurn?: SceneTurn
  /**
   * In a scene: begins the reply that follows this one, once its end is saved. Resolves with null when it is the player's
   * turn, and never rejects.
   */
  beginNext?: ((outcome: Outcome) => Promise<NextReply | null>) | undefined
  /** When the turn was charged. */
  startedAt: number
  /** As in `LiveReply`. */
  stored: Promise<void>
}

/** Whether a model wrote the message. A greeting, which was there from the start, has no parent and no `finish`. */
export function isReply({ role, parent_id, status, finish }: MessageRow): boolean {
  return role === 'character' && (parent_id !== null || status !== 'complete' || finish !== null)
}
