import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { NextReply } from '#shared/chat.ts'
import type { Generation } from '#shared/message-costs.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { type MemoryState, memoryState } from '../memory/memory-state.ts'
import type { Player } from '../personas/player.ts'
import { findMessage, insertMessages } from '../queries.ts'
import { startReply } from '../replies/generate-reply.ts'
import type { LiveReply, Outcome } from '../replies/live-reply.ts'
import type { ReplyJob } from '../replies/reply-job.ts'
import { endRound } from '../scenes/queries.ts'
import { findScene, listSpeakers, presentAfter, type SceneTurn, withSceneRating } from '../scenes/scene.ts'
import { chargeTurn, countMessagesLeft } from './daily-limit.ts'
import { emptyReply } from './message-rows.ts'
import { type ClaimedConversation, claimConversation, findTurn, type KnownTurn, setActiveLeaf } from './queries.ts'

/** A turn a request can subscribe to: one it began, or the one an earlier request began under the same key. */
export type StartedTurn = ({ kind: 'live'; reply: LiveReply } | ({ kind: 'known' } & KnownTurn)) & {
  /** As `countMessagesLeft`. */
  messagesLeft: number | null
}

/** Throws `unavailable` while the server shuts down. */
export function assertNotDraining({ liveReplies }: ChatDeps): void {
  if (liveReplies.isDraining) throw new ApiError('unavailable', { retryAfter: 5 })
}

/** Unique for each send of an account. Null if the client gave no id: repeating the request then sends again. */
export function idempotencyKey(viewer: Viewer, clientMessageId: string | undefined): string | null {
  return clientMessageId === undefined ? null : `${viewer.id}:${clientMessageId}`
}

/** The turn that an earlier request began under this key, or null. */
export async function findKnownTurn(context: Context, viewer: Viewer, key: string | null): Promise<StartedTurn | null> {
  const turn = await findTurn(context.db, key)
  return turn && { kind: 'known', ...turn, messagesLeft: await countMessagesLeft(context, viewer) }
}

/** What the reply of a stored turn needs. */
export interface StoredTurn extends Omit<ReplyJob, 'id' | 'viewer' | 'beginNext' | 'startedAt' | 'stored'> {
  /** In a scene: the ids of those who speak after this reply. */
  queue?: readonly string[]
}

/**
 * Charges a turn, runs `store`, which reserves the conversation and writes the turn's rows, and starts the reply. Charge
 * and rows are one transaction. The model is called while it is synced to disk, so a response waits for `reply.stored`.
 */
export async function beginTurn(
  chat: ChatDeps,
  viewer: Viewer,
  { replyId, generation }: { replyId: string; generation: Generation },
  store: (trx: Queryable, now: number) => Promise<StoredTurn>,
): Promise<{ kind: 'live'; reply: LiveReply; messagesLeft: number | null }> {
  const { context } = chat
  const startedAt = context.clock.now()
  const { result, synced: stored } = await context.transactUnsynced(async (trx) => {
    const messagesLeft = await chargeTurn(context, trx, viewer, generation)
    return { messagesLeft, turn: await store(trx, startedAt) }
  })
  const { queue = [], ...turn } = result.turn
  const { sceneTurn, player } = turn
  const beginNext =
    sceneTurn && ((outcome: Outcome) => beginNextReply(chat, viewer, { sceneTurn, player, replyId, queue }, outcome))
  const reply = startReply(chat, { ...turn, id: replyId, viewer, beginNext, startedAt, stored })
  return { kind: 'live', reply, messagesLeft: result.messagesLeft }
}

/**
 * Reserves the viewer's conversation for a reply. Throws `not_found` if there is none with this character, and
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

interface Round {
  sceneTurn: SceneTurn
  player: Player
  /** The reply that has just ended. */
  replyId: string
  /** The ids of those who speak after it. */
  queue: readonly string[]
}

/** Begins the next reply of a scene, if there is one. Never rejects. */
async function beginNextReply(
  chat: ChatDeps,
  viewer: Viewer,
  round: Round,
  outcome: Outcome,
): Promise<NextReply | null> {
  if (round.queue.length === 0) return null
  try {
    if (isWhole(outcome)) return await beginNextTurn(chat, viewer, round)
    // A round that a shutdown interrupts can be continued later.
    if (!chat.liveReplies.isDraining) {
      await endRound(chat.context.db, round.sceneTurn.scene.conversationId, round.replyId)
    }
  } catch (error) {
    // The player was faster, or has used up the messages of the day or the minute, or the server stops. The reply keeps the
    // rest of the round, which follows when the player lets the scene continue.
    if (!(error instanceof ApiError)) {
      chat.context.log.error({ err: error, reply: round.replyId }, 'the next reply of a scene did not begin')
    }
  }
  return null
}

/** A stop, a failure and help in a crisis end the round. */
const isWhole = ({ status, finish, error }: Outcome) => status === 'complete' && finish !== 'help' && error === null

async function beginNextTurn(chat: ChatDeps, viewer: Viewer, round: Round): Promise<NextReply | null> {
  const { context } = chat
  const { conversationId, ownId } = round.sceneTurn.scene
  assertNotDraining(chat)
  await chat.assertChatRate(viewer.id)
  const id = context.ids.uuid()
  const begun = await beginTurn(chat, viewer, { replyId: id, generation: 'reply' }, async (trx, now) => {
    const claim = { conversationId, characterId: ownId, replyId: id, now }
    const { active_leaf_id, turn_order, notes, memory } = await reserveConversation(trx, viewer, claim)
    const leaf = await findMessage(trx, conversationId, round.replyId)
    const scene = await findScene(context, trx, viewer, { id: conversationId, character_id: ownId, turn_order })
    // The user may have gone back, or a character may have left, since the reply ended.
    const present = scene ? presentAfter(scene, leaf) : []
    const speakers = scene ? listSpeakers(scene, present) : []
    const [speakerId, ...queue] = round.queue.filter((one) => speakers.some((speaker) => speaker.id === one))
    const speaker = speakers.find((one) => one.id === speakerId)
    if (!leaf || active_leaf_id !== leaf.id || !scene || !speaker) throw new ApiError('stale_leaf')
    const sceneTurn = { scene, speakerId: speaker.id, present }
    const row = { id, conversationId, parentId: leaf.id, depth: leaf.depth + 1, anchor: null, now }
    await insertMessages(trx, [emptyReply({ ...row, chosen: { sceneTurn, queue } })])
    await setActiveLeaf(trx, conversationId, id)
    const character = withSceneRating(speaker, sceneTurn)
    const ids = { conversationId, parentId: leaf.id, userMessageId: null }
    const kind = kindAfter(leaf, sceneTurn)
    return { ...ids, kind, character, sceneTurn, queue, player: round.player, notes, memory, anchor: null }
  })
  const { reply, messagesLeft } = begun
  await reply.stored
  return { messageId: id, speakerId: reply.speakerId ?? ownId, messagesLeft }
}
