import type { CharacterRow } from '#server/characters/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import type { MessageRow } from '../queries.ts'

/** A message of a player who may be in crisis. */
export interface Crisis {
  hit: Hit
  text: string
}

/** A reply to be generated, whose row is written, or a draft of the player's next message, which has none. */
export interface ReplyJob {
  id: string
  conversationId: OwnConversationId
  /** The message that the reply answers or continues; null where it is the first of the conversation. */
  parentId: string | null
  userMessageId: string | null
  viewer: Viewer
  character: CharacterRow
  kind: 'reply' | 'continue' | 'greeting' | 'resume' | 'impersonate'
  /** What the player wrote, with the history that their client sent: the classifier looks at it. */
  input?: string
  /** What the reply has already, when the model goes on in it. */
  text?: string
  /** What the player wishes of this text. */
  hint?: string
  /** The message at which the verbatim history of the last prompt began. */
  anchor: string | null
  /** Set when the message shows that the player may be in crisis: the character does not answer it. */
  crisis?: Crisis | null
  /** When the turn was charged. */
  startedAt: number
  /** As in `LiveReply`. */
  stored: Promise<void>
}

/** Whether a model wrote the message. A greeting, which was there from the start, has no parent and no `finish`. */
export function isReply({ role, parent_id, status, finish }: MessageRow): boolean {
  return role === 'character' && (parent_id !== null || status !== 'complete' || finish !== null)
}
