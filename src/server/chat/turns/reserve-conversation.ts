import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { type MemoryState, memoryState } from '../memory/memory-state.ts'
import type { LiveReply } from '../replies/live-reply.ts'
import type { SceneTurn } from '../scenes/scene.ts'
import { countMessagesLeft } from './daily-limit.ts'
import { type ClaimedConversation, claimConversation, findTurn, type KnownTurn } from './queries.ts'

/** A turn a request can subscribe to: one it began, or the one an earlier request began under the same key. */
export type StartedTurn = ({ kind: 'live'; reply: LiveReply } | ({ kind: 'known' } & KnownTurn)) & {
  /** As `countMessagesLeft`. */
  messagesLeft: number | null
}

/**
 * The kind of a reply after this message when the player adds nothing. In a scene, a message of another character is
 * answered like one of the player.
 */
export function kindAfter(
  parent: { role: string; speaker_id?: string | null } | undefined,
  sceneTurn?: SceneTurn,
): 'reply' | 'continue' | 'greeting' {
  if (!parent) return 'greeting'
  const isOthers = sceneTurn && (parent.speaker_id ?? sceneTurn.scene.ownId) !== sceneTurn.speakerId
  return parent.role === 'user' || isOthers ? 'reply' : 'continue'
}

/** Unique for each send of an account. Null where the client gave no id: repeating the request then sends again. */
export function idempotencyKey(viewer: Viewer, clientMessageId: string | undefined): string | null {
  return clientMessageId === undefined ? null : `${viewer.id}:${clientMessageId}`
}

/** The turn that an earlier request began under this key, or null. */
export async function findKnownTurn(context: Context, viewer: Viewer, key: string | null): Promise<StartedTurn | null> {
  const turn = await findTurn(context.db, key)
  return turn && { kind: 'known', ...turn, messagesLeft: await countMessagesLeft(context, viewer) }
}

/**
 * Reserves the viewer's conversation for a reply. Throws `not_found` where there is none with this character, and
 * `turn_in_progress`, with the id of the running reply, while another reply is being generated in it.
 */
export async function reserveConversation(
  db: Queryable,
  viewer: Viewer,
  turn: { conversationId: string; characterId: string; replyId: string; now: number },
): Promise<ClaimedConversation & { memory: MemoryState }> {
  const claimed = await claimConversation(db, { userId: viewer.id, ...turn })
  if (claimed) return { ...claimed, memory: memoryState(viewer, claimed) }
  const conversation = await getOwnConversation(db, viewer, turn.conversationId)
  if (conversation.character_id !== turn.characterId) throw notFound()
  const messageId = conversation.running_reply_id
  const details = { conversationId: conversation.id, ...(messageId ? { messageId } : {}) }
  throw new ApiError('turn_in_progress', { details })
}

/** Throws `unavailable` while the server shuts down. */
export function assertNotDraining({ liveReplies }: ChatDeps): void {
  if (liveReplies.isDraining) throw new ApiError('unavailable', { retryAfter: 5 })
}
