import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { NextReply } from '#shared/chat.ts'
import { chargeTurn, countMessagesLeft } from '../limits/daily-limit.ts'
import { memoryState } from '../memory/memory-state.ts'
import { findPlayer, type Player } from '../personas/player.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { startReply } from '../replies/generate-reply.ts'
import type { LiveReply, Outcome } from '../replies/live-reply.ts'
import type { ReplyJob } from '../replies/reply-job.ts'
import type { StartedTurn } from '../replies/stream-reply.ts'
import { endRound } from '../scenes/queries.ts'
import {
  findScene,
  getSpeaker,
  listSpeakers,
  presentAfter,
  type SceneTurn,
  type Speaker,
  withSceneRating,
} from '../scenes/scene.ts'
import { assertAllowed } from '../screening/screen-turn.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { type ConversationRow, findMessage, insertMessages, type NewMessage } from '../tree/queries.ts'
import { emptyReply } from './message-rows.ts'
import { claimConversation, findTurn, setActiveLeaf } from './queries.ts'

/** Throws `unavailable` while the server shuts down. */
export function assertNotDraining({ liveReplies }: ChatDeps): void {
  if (liveReplies.isDraining) throw new ApiError('unavailable', { retryAfter: 5 })
}

/**
 * Begins a turn, or returns the one that an earlier request with the same `clientMessageId` began, whatever the error is (the
 * unique key, a running reply, the daily limit). Without an id, repeating a request begins another turn. `begin` stores the
 * key with the first row of the turn.
 */
export async function beginOnce(
  { context }: ChatDeps,
  viewer: Viewer,
  clientMessageId: string | undefined,
  begin: (key: string | null) => Promise<StartedTurn>,
): Promise<StartedTurn> {
  const key = clientMessageId === undefined ? null : `${viewer.id}:${clientMessageId}`
  try {
    return await begin(key)
  } catch (error) {
    const known = await findTurn(context.db, key)
    if (!known) throw error
    return { kind: 'known', ...known, messagesLeft: await countMessagesLeft(context, viewer) }
  }
}

/**
 * The character that speaks in or after a message of the conversation, and the player. Throws while the server shuts down, for a
 * character that the viewer may not use any more, and for a hint that the safety policy does not allow.
 */
export async function openTurn(
  chat: ChatDeps,
  viewer: Viewer,
  conversation: ConversationRow,
  { messageId, hint = '' }: { messageId: string | null; hint?: string },
): Promise<Speaker & { player: Player }> {
  const { context } = chat
  assertNotDraining(chat)
  const speaker = await getSpeaker(context, viewer, conversation, messageId)
  const turn = { viewer, ...speaker }
  const player = await findPlayer(context, context.db, { ...turn, chosenId: conversation.persona_id })
  const screened = { surface: 'message', kind: 'message', text: hint, conversationId: conversation.id } as const
  if (hint) await assertAllowed(context, { ...turn, player }, screened)
  return { ...speaker, player }
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
  replyId: string,
  store: (trx: Queryable, now: number) => Promise<StoredTurn>,
): Promise<{ kind: 'live'; reply: LiveReply; messagesLeft: number | null }> {
  const { context } = chat
  const startedAt = context.clock.now()
  const { result, synced: stored } = await context.transactUnsynced(async (trx) => {
    const messagesLeft = await chargeTurn(context, trx, viewer)
    return { messagesLeft, turn: await store(trx, startedAt) }
  })
  const { queue = [], ...turn } = result.turn
  const { sceneTurn, player, showsExpressions, maxTokens, stop } = turn
  const round = sceneTurn && { sceneTurn, next: { player, showsExpressions, maxTokens, stop }, replyId, queue }
  const beginNext = round && ((outcome: Outcome) => beginNextReply(chat, viewer, round, outcome))
  const reply = startReply(chat, { ...turn, id: replyId, viewer, beginNext, startedAt, stored })
  return { kind: 'live', reply, messagesLeft: result.messagesLeft }
}

/** A turn in a conversation that was reserved for it. */
interface PlannedTurn extends Omit<StoredTurn, 'conversationId' | 'notes' | 'lorebooks' | 'memory'> {
  /** What is added at the end of the active path. Empty when the turn continues a reply. */
  rows: NewMessage[]
}

/** Reserves a conversation, lets `plan` decide on the turn, and stores its rows as the end of the active path. */
export async function writeTurn(
  context: Context,
  trx: Queryable,
  viewer: Viewer,
  claim: { conversationId: string; characterId: string; replyId: string; now: number },
  plan: (conversation: ConversationRow) => Promise<PlannedTurn>,
): Promise<StoredTurn> {
  const conversation = await reserveConversation(trx, viewer, claim)
  const { rows, ...turn } = await plan(conversation)
  await insertMessages(trx, rows)
  if (rows.length > 0) await setActiveLeaf(trx, conversation.id, claim.replyId)
  const { id: conversationId, notes, lorebooks } = conversation
  return { ...turn, conversationId, notes, lorebooks, memory: memoryState(context, viewer, conversation) }
}

/** Begins a turn that `plan` decides on, in a conversation that exists. */
export function beginTurnIn(
  chat: ChatDeps,
  viewer: Viewer,
  claim: { conversationId: string; characterId: string; replyId: string },
  plan: (trx: Queryable, now: number, conversation: ConversationRow) => Promise<PlannedTurn>,
) {
  return beginTurn(chat, viewer, claim.replyId, (trx, now) =>
    writeTurn(chat.context, trx, viewer, { ...claim, now }, (conversation) => plan(trx, now, conversation)),
  )
}

/**
 * Reserves the viewer's conversation for a reply. Throws `not_found` if there is none with this character, and
 * `turn_in_progress`, with the id of the running reply, while another reply is being generated in it.
 */
async function reserveConversation(
  db: Queryable,
  viewer: Viewer,
  turn: { conversationId: string; characterId: string; replyId: string; now: number },
): Promise<ConversationRow> {
  const claimed = await claimConversation(db, { userId: viewer.id, ...turn })
  if (claimed) return claimed
  const conversation = await getOwnConversation(db, viewer, turn.conversationId)
  if (conversation.character_id !== turn.characterId) throw notFound()
  const messageId = conversation.running_reply_id
  const details = { conversationId: conversation.id, messageId: messageId ?? undefined }
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
  /** What all its replies have in common. */
  next: Pick<StoredTurn, 'player' | 'showsExpressions' | 'maxTokens' | 'stop'>
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
  const turn = { conversationId, characterId: ownId, replyId: id }
  const { reply, messagesLeft } = await beginTurnIn(chat, viewer, turn, async (trx, now, conversation) => {
    const leaf = await findMessage(trx, conversationId, round.replyId)
    const scene = await findScene(context, trx, viewer, conversation)
    // The user may have gone back, or a character may have left, since the reply ended.
    const present = scene ? presentAfter(scene, leaf) : []
    const speakers = scene ? listSpeakers(scene, present) : []
    const [speakerId, ...queue] = round.queue.filter((one) => speakers.some((speaker) => speaker.id === one))
    const speaker = speakers.find((one) => one.id === speakerId)
    if (!leaf || conversation.active_leaf_id !== leaf.id || !scene || !speaker) throw new ApiError('stale_leaf')
    const sceneTurn = { scene, speakerId: speaker.id, present }
    const row = { id, conversationId, parentId: leaf.id, depth: leaf.depth + 1, anchor: null, now }
    const rows = [emptyReply({ ...row, chosen: { sceneTurn, queue } })]
    const character = withSceneRating(speaker, sceneTurn)
    const ids = { parentId: leaf.id, userMessageId: null }
    const kind = kindAfter(leaf, sceneTurn)
    return { ...round.next, ...ids, rows, kind, character, sceneTurn, queue, anchor: null }
  })
  await reply.stored
  return { messageId: id, speakerId: reply.speakerId ?? ownId, messagesLeft }
}
