import type { Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { NextReply } from '#shared/chat.ts'
import type { Generation } from '#shared/message-costs.ts'
import type { ChatDeps } from '../chat-deps.ts'
import type { Player } from '../personas/player.ts'
import { findMessage, insertMessages } from '../queries.ts'
import { startReply } from '../replies/generate-reply.ts'
import type { LiveReply, Outcome } from '../replies/live-reply.ts'
import type { ReplyJob } from '../replies/reply-job.ts'
import { endRound } from '../scenes/queries.ts'
import { findScene, listSpeakers, presentAfter, type SceneTurn, withSceneRating } from '../scenes/scene.ts'
import { chargeTurn } from './daily-limit.ts'
import { emptyReply } from './message-rows.ts'
import { setActiveLeaf } from './queries.ts'
import { assertNotDraining, kindAfter, reserveConversation } from './reserve-conversation.ts'

/** What the reply of a stored turn needs. */
export interface StoredTurn extends Omit<ReplyJob, 'id' | 'viewer' | 'beginNext' | 'startedAt' | 'stored'> {
  /** In a scene: the ids of those who speak after this reply. */
  queue?: readonly string[]
}

interface TurnStart {
  replyId: string
  generation: Generation
  store: (trx: Queryable, now: number) => Promise<StoredTurn>
}

/**
 * Charges and stores a turn in one transaction, and starts its reply. The model is called while the transaction is synced
 * to disk, so a response waits for `reply.stored`.
 */
export async function beginTurn(
  chat: ChatDeps,
  viewer: Viewer,
  { replyId, generation, store }: TurnStart,
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
  const store = async (trx: Queryable, now: number): Promise<StoredTurn> => {
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
  }
  const { reply, messagesLeft } = await beginTurn(chat, viewer, { replyId: id, generation: 'reply', store })
  await reply.stored
  return { messageId: id, speakerId: reply.speakerId ?? ownId, messagesLeft }
}
