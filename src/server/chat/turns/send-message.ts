import { characterScope } from '#server/characters/character-scope.ts'
import { addChat, type CharacterRow, findReachableCharacter, lockFigures } from '#server/characters/queries.ts'
import { trendAfter, trendWeight } from '#server/characters/trend.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { type BegunTurn, type ChatRequest, chatLimits } from '#shared/chat.ts'
import { newConversation, type OpeningMessage, openingMessage } from '../conversations/create-conversation.ts'
import {
  findMessage,
  findSent,
  hideMessage,
  insertConversation,
  insertMessages,
  type MessageRow,
  startConversation,
} from '../queries.ts'
import { generateReply } from '../replies/generate-reply.ts'
import type { LiveReply } from '../replies/live-reply.ts'
import {
  assertNotDraining,
  type ChatDeps,
  claimConversation,
  idempotencyKey,
  messageRow,
  ownConversation,
  startLiveReply,
} from './begin-turn.ts'
import { chargeTurn } from './daily-limit.ts'

/** A turn a request can follow: one that just began, or the one this very send had begun before. */
export type Sent =
  | { kind: 'live'; reply: LiveReply }
  | { kind: 'known'; conversationId: OwnConversationId; replyId: string }

interface TurnInput {
  user: Viewer
  character: CharacterRow
  request: ChatRequest
  key: string | null
  replyId: string
  now: number
}

interface Placed {
  conversationId: OwnConversationId
  /** The line the reply follows. */
  parentId: string
  userMessageId: string | null
  anchor: string | null
}

/**
 * Sends a line to a character (or, with an empty message, lets the scene go on): the line is committed, then the
 * reply begins, on its own. Sending the same `clientMessageId` again finds the turn it began.
 */
export async function sendMessage(chat: ChatDeps, user: Viewer, request: ChatRequest): Promise<Sent> {
  const key = idempotencyKey(user, request.clientMessageId)
  try {
    return await startTurn(chat, user, request, key)
  } catch (error) {
    // Whatever stood in its way, a line that was sent before is not sent again: it is that turn which is meant.
    const known = await findSent(chat.context.db, key)
    if (known) return { kind: 'known', conversationId: known.reply.conversation_id, replyId: known.reply.id }
    throw error
  }
}

/** What became of a send whose answer never arrived. Refuses with 404 where the server knows nothing of it. */
export async function findTurn({ context }: ChatDeps, user: Viewer, clientMessageId: string): Promise<BegunTurn> {
  const sent = await findSent(context.db, idempotencyKey(user, clientMessageId))
  if (!sent) throw notFound()
  const conversation = await ownConversation(context.db, user, sent.reply.conversation_id)
  return { conversationId: conversation.id, userMessageId: sent.userMessageId, messageId: sent.reply.id }
}

async function startTurn(chat: ChatDeps, user: Viewer, request: ChatRequest, key: string | null): Promise<Sent> {
  const { context } = chat
  assertNotDraining(chat)
  const character = await findReachableCharacter(context.db, characterScope(context, user), request.characterId)
  if (!character) throw notFound()
  const input = { user, character, request, key, replyId: context.ids.uuid(), now: context.clock.now() }
  const { conversationId, userMessageId, parentId, anchor } = await placeTurn(chat, input)
  const reply = startLiveReply(chat, { id: input.replyId, conversationId, userId: user.id, userMessageId })
  const kind = isContinue(request) ? 'continue' : 'reply'
  void generateReply(context, chat.liveReplies, reply, {
    user,
    character,
    conversationId,
    parentId,
    kind,
    anchor,
    startedAt: input.now,
  })
  return { kind: 'live', reply }
}

const isContinue = (request: ChatRequest) => request.message.trim() === ''

/** One transaction: the day's charge, the conversation, the line, and the place the reply will be written to. */
function placeTurn(chat: ChatDeps, input: TurnInput): Promise<Placed> {
  return chat.context.transact(async (trx) => {
    await chargeTurn(chat.context, trx, input.user)
    const { conversationId } = input.request
    return conversationId ? addToConversation(trx, chat, input, conversationId) : beginConversation(trx, chat, input)
  })
}

async function beginConversation(trx: Queryable, { context }: ChatDeps, input: TurnInput): Promise<Placed> {
  const { user, character, request, replyId, now } = input
  const begun = newConversation(context, { user, character, messages: seedMessages(input), now })
  const { id } = begun.conversation
  const turn = turnLines(input, id, begun.messages.at(-1), context.ids.uuid())
  await insertConversation(trx, {
    ...begun.conversation,
    title: titleFrom(request.message),
    active_leaf_id: replyId,
    running_reply_id: replyId,
    started_at: now,
  })
  await insertMessages(trx, [...begun.messages, ...turn.rows])
  await countChat(trx, context, character.id, now)
  return { conversationId: id, parentId: turn.parentId, userMessageId: turn.userMessageId, anchor: null }
}

async function addToConversation(
  trx: Queryable,
  { context }: ChatDeps,
  input: TurnInput,
  wanted: string,
): Promise<Placed> {
  const { user, character, request, replyId, now } = input
  const conversation = await ownConversation(trx, user, wanted)
  const { id } = conversation
  if (conversation.character_id !== character.id) throw notFound()
  await claimConversation(trx, user, id, { id: replyId, now })
  if (conversation.started_at === null) {
    const start = { conversationId: id, title: titleFrom(request.message), now }
    if (await startConversation(trx, start)) await countChat(trx, context, character.id, now)
  }
  let leaf = conversation.active_leaf_id ? await findMessage(trx, id, conversation.active_leaf_id) : undefined
  if (leaf?.status === 'failed' && leaf.content === '') {
    // A bubble that only says "failed" makes way for what is said next.
    await hideMessage(trx, id, leaf.id, now)
    leaf = leaf.parent_id ? await findMessage(trx, id, leaf.parent_id) : undefined
  }
  const turn = turnLines(input, id, leaf, context.ids.uuid())
  await insertMessages(trx, turn.rows)
  return {
    conversationId: id,
    parentId: turn.parentId,
    userMessageId: turn.userMessageId,
    anchor: conversation.anchor_id,
  }
}

/** The player's line (none when the scene just goes on) and the empty reply that follows it. */
function turnLines(input: TurnInput, conversationId: string, leaf: MessageRow | undefined, userMessageId: string) {
  const { request, key, replyId, now } = input
  const common = { conversation_id: conversationId, created_at: now }
  const depth = (leaf?.depth ?? -1) + 1
  const reply = { ...common, id: replyId, role: 'character', content: '', status: 'streaming' } as const
  if (isContinue(request) && leaf) {
    const row = messageRow({ ...reply, parent_id: leaf.id, depth, idempotency_key: key })
    return { rows: [row], parentId: leaf.id, userMessageId: null }
  }
  const line = messageRow({
    ...common,
    id: userMessageId,
    parent_id: leaf?.id ?? null,
    depth,
    role: 'user',
    content: request.message,
    idempotency_key: key,
  })
  const row = messageRow({ ...reply, parent_id: line.id, depth: depth + 1 })
  return { rows: [line, row], parentId: line.id, userMessageId: line.id }
}

/** What comes before the first turn: the history a client sent, or the character's greeting. */
function seedMessages({ user, character, request }: TurnInput): OpeningMessage[] {
  const history = request.conversationHistory.filter((entry) => entry.content.trim() !== '')
  if (history.length === 0) return [openingMessage(character, user)]
  return history.map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'character', content }))
}

/** A conversation counts as a chat of its character from its first turn on. */
async function countChat(trx: Queryable, context: Context, characterId: string, now: number): Promise<void> {
  await lockFigures(trx, context.dialect, characterId)
  await addChat(trx, characterId, (trend) => trendAfter(trend, trendWeight.chat, now))
}

/** The start of the first line names the conversation, until its owner does. */
function titleFrom(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim()
  const cut = [...line].slice(0, 60).join('')
  return cut.length < line.length ? `${cut.trimEnd()}…`.slice(0, chatLimits.title) : cut
}
