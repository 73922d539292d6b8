import { isBlank } from '#engine/is-blank.ts'
import { type CharacterRow, incrementChatCount } from '#server/characters/queries.ts'
import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ChatRequest } from '#shared/chat.ts'
import { memoryState } from '../memory/memory-state.ts'
import { findPlayer, type Player } from '../personas/player.ts'
import { purgeExcess } from '../purge/purge-conversations.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import type { StartedTurn } from '../replies/stream-reply.ts'
import { withChatRating } from '../scenes/chat-rating.ts'
import { type ChosenSpeaker, chooseSpeaker } from '../scenes/choose-speaker.ts'
import { precedingOf, screenAnswered, screenHistory, screenMessage } from '../screening/screen-turn.ts'
import {
  type ConversationRow,
  hideMessage,
  insertConversation,
  insertMessages,
  type NewMessage,
  readBackToUser,
  type SearchedConversation,
  saveConversationSearch,
} from '../tree/queries.ts'
import { titleFrom } from '../tree/title.ts'
import { assertNotDraining, beginOnce, beginTurn, kindAfter, type StoredTurn, writeTurn } from './begin-turn.ts'
import { emptyReply, userMessage } from './message-rows.ts'
import { newConversation, type OpeningMessage, openingMessages } from './new-conversation.ts'
import { startConversation } from './queries.ts'

/** What a client wants of one reply. */
export type ReplyOptions = Pick<StoredTurn, 'maxTokens' | 'stop'>

interface TurnInput {
  viewer: Viewer
  character: CharacterRow
  request: ChatRequest
  key: string | null
  replyId: string
  now: number
}

/**
 * Sends a message to a character, or with an empty message lets the character continue. The message is committed before
 * the model is asked, and the reply is generated independently of the request. Sending the same `clientMessageId` again
 * returns the turn it began.
 */
export function sendMessage(
  chat: ChatDeps,
  viewer: Viewer,
  request: ChatRequest,
  options: ReplyOptions = {},
): Promise<StartedTurn> {
  return beginOnce(chat, viewer, request.clientMessageId, (key) => sendNew(chat, viewer, request, { ...options, key }))
}

async function sendNew(
  chat: ChatDeps,
  viewer: Viewer,
  request: ChatRequest,
  { key, ...options }: ReplyOptions & { key: string | null },
): Promise<StartedTurn> {
  const { context } = chat
  assertNotDraining(chat)
  const { characterId, conversationId = null } = request
  const character = await getChatCharacter(context, viewer, characterId, conversationId)
  if (!conversationId) await screenHistory(context, { viewer, character }, request.conversationHistory)
  if (!conversationId && isSeeded(request)) await purgeExcess(context, viewer.id)
  const replyId = context.ids.uuid()
  return beginTurn(chat, viewer, replyId, async (trx, now) => {
    const input = { viewer, character, request, key, replyId, now }
    const begun = await (conversationId
      ? addToConversation(trx, context, input, conversationId)
      : beginConversation(trx, context, input))
    const turn = { ...begun, ...options, showsExpressions: request.showsExpressions }
    if (turn.userMessageId !== null) return turn
    const answered = { ...turn, viewer }
    const { crisis, sender } = await screenAnswered(context, trx, answered, turn.conversationId, turn.parentId)
    return { ...turn, crisis, player: sender ?? turn.player }
  })
}

const isSeeded = (request: ChatRequest) => seeds(request).length > 0
/** What the classifier checks: the message, and the history that came with it. */
const inputOf = (request: ChatRequest) =>
  [...(request.conversationId ? [] : seeds(request)).map(({ content }) => content), request.message].join('\n\n')
const isContinue = (request: ChatRequest) => isBlank(request.message)

async function beginConversation(trx: Queryable, context: Context, input: TurnInput): Promise<StoredTurn> {
  const { viewer, character, request, replyId, now } = input
  const player = await findPlayer(context, trx, { viewer, character, chosenId: null })
  const begun = newConversation(context, { user: viewer, character, messages: seedMessages(input, player), now })
  const { id } = begun.conversation
  const chosen = { character, queue: [] }
  const leaf = begun.messages.find((message) => message.id === begun.conversation.active_leaf_id)
  const preceding = precedingOf(begun.messages.slice(0, leaf && begun.messages.indexOf(leaf) + 1))
  const next = { ...input, conversationId: id, leaf, preceding, player, chosen }
  const { rows, ...turn } = createTurn(context, next)
  const title = titleFrom(request.message)
  await insertConversation(trx, {
    ...begun.conversation,
    title,
    active_leaf_id: replyId,
    running_reply_id: replyId,
    started_at: now,
    // The client still has the history that it sent. Without a reply, the conversation expires.
    expires_at: isSeeded(request) ? begun.conversation.expires_at : null,
  })
  await insertMessages(trx, [...begun.messages, ...rows])
  await recordStart(trx, { ...begun.conversation, title }, character.id)
  return {
    ...turn,
    conversationId: id,
    notes: null,
    lorebooks: null,
    memory: memoryState(context, viewer, begun.conversation),
  }
}

function addToConversation(trx: Queryable, context: Context, input: TurnInput, conversationId: string) {
  const { viewer, replyId, now } = input
  const claim = { conversationId, characterId: input.character.id, replyId, now }
  return writeTurn(context, trx, viewer, claim, (conversation) => {
    const character = withChatRating(context, viewer, input.character, conversation)
    return planTurn(trx, context, { ...input, character }, conversation)
  })
}

async function planTurn(trx: Queryable, context: Context, input: TurnInput, conversation: ConversationRow) {
  const { viewer, character, request, now } = input
  const { id, active_leaf_id, started_at, persona_id } = conversation
  if (started_at === null) {
    const start = { conversationId: id, title: titleFrom(request.message), now }
    const started = await startConversation(trx, start)
    if (started) await recordStart(trx, started, character.id)
  }
  const path = await readBackToUser(trx, id, active_leaf_id)
  let leaf = path.at(-1)
  // A reply that ended before its first word is not shown, and is replaced by this turn.
  const isEmpty = leaf?.role === 'character' && leaf.content === ''
  const known = [leaf?.id, ...(isEmpty ? [leaf?.parent_id] : [])]
  if (request.leafId !== undefined && !known.includes(request.leafId)) throw new ApiError('stale_leaf')
  const { message, speakerId: picked, whisper: isWhisper } = request
  const choice = { leaf, message, picked, isWhisper }
  const chosen = await chooseSpeaker(context, trx, viewer, { ...conversation, own: character }, choice)
  const player = await findPlayer(context, trx, { viewer, ...chosen, chosenId: persona_id })
  if (leaf && isEmpty) {
    await hideMessage(trx, id, leaf.id, now)
    path.pop()
    leaf = path.at(-1)
  }
  const preceding = precedingOf(path)
  return createTurn(context, { ...input, conversationId: id, leaf, preceding, player, chosen })
}

/** From its first turn on, a conversation can be searched, and counts as a chat of its character. */
async function recordStart(trx: Queryable, conversation: SearchedConversation, characterId: string): Promise<void> {
  await saveConversationSearch(trx, conversation)
  await incrementChatCount(trx, characterId)
}

interface NextTurn extends TurnInput {
  conversationId: OwnConversationId
  leaf: Pick<NewMessage, 'id' | 'depth' | 'role' | 'content' | 'anchor_id' | 'speaker_id'> | undefined
  preceding: ReturnType<typeof precedingOf>
  player: Player
  chosen: ChosenSpeaker
}

/**
 * The rows of a turn, and what its reply needs: the user's message (none if the character begins, just continues, or
 * answers a message whose reply was stopped) and the empty reply that follows it.
 */
function createTurn(context: Context, { viewer, request, key, replyId, now, ...next }: NextTurn) {
  const { conversationId, leaf, preceding, player, chosen } = next
  const anchor = leaf?.anchor_id ?? null
  const common = { conversationId, anchor, chosen, now, depth: (leaf?.depth ?? -1) + 1, parentId: leaf?.id ?? null }
  const turn = { anchor, player, ...chosen, input: inputOf(request) }
  if (isContinue(request)) {
    const kind = kindAfter(leaf, chosen.sceneTurn)
    const reply = emptyReply({ ...common, id: replyId, key })
    return { ...turn, rows: [reply], kind, parentId: common.parentId, userMessageId: null }
  }
  const { message: content } = request
  const screened = { text: content, ...preceding, conversationId }
  const crisis = screenMessage(context, { viewer, player, ...chosen }, screened)
  const userMessageId = context.ids.uuid()
  const rows = [
    userMessage({ ...common, id: userMessageId, key, content, player }),
    emptyReply({ ...common, id: replyId, parentId: userMessageId, depth: common.depth + 1 }),
  ]
  return { ...turn, rows, kind: 'reply', parentId: userMessageId, userMessageId, crisis } as const
}

/** What comes before the first turn: the history a client sent, or the character's greeting, if it has one. */
function seedMessages({ character, request, now }: TurnInput, player: Player): OpeningMessage[] {
  const history = seeds(request)
  if (history.length === 0) return openingMessages(character, player, { now })
  return history.map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'character', content, is_seeded: 1 }))
}

const seeds = (request: ChatRequest) => request.conversationHistory.filter(({ content }) => !isBlank(content))
