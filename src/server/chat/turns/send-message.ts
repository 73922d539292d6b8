import { characterScope } from '#server/characters/character-scope.ts'
import { type CharacterRow, findAccessibleCharacter, incrementChatCount } from '#server/characters/queries.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import type { ChatRequest } from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { newConversation, type OpeningMessage, openingMessages } from '../conversations/create-conversation.ts'
import { purgeExcess } from '../conversations/purge-conversations.ts'
import { insertConversation } from '../conversations/queries.ts'
import {
  findMessage,
  hideMessage,
  insertMessages,
  type NewMessage,
  type SearchedConversation,
  saveConversationSearch,
} from '../queries.ts'
import { startReply } from '../replies/generate-reply.ts'
import type { Crisis } from '../replies/reply-job.ts'
import {
  assertNotDraining,
  findKnownTurn,
  idempotencyKey,
  kindAfter,
  reserveConversation,
  type StartedTurn,
} from './begin-turn.ts'
import { chargeTurn } from './daily-limit.ts'
import { setActiveLeaf, startConversation } from './queries.ts'
import { screenAnswered, screenHistory, screenMessage } from './screen-turn.ts'
import { titleFrom } from './title.ts'

interface TurnInput {
  viewer: Viewer
  character: CharacterRow
  request: ChatRequest
  key: string | null
  replyId: string
  now: number
}

/** The rows a turn is made of. */
interface StoredTurn {
  conversationId: OwnConversationId
  /** The message that the reply answers or continues; null where it is the first of the conversation. */
  parentId: string | null
  kind: 'reply' | 'continue' | 'greeting'
  userMessageId: string | null
  anchor: string | null
  crisis: Crisis | null
}

/**
 * Sends a message to a character, or with an empty message lets the character continue. The message is committed before
 * the model is asked, and the reply is generated independently of the request. Sending the same `clientMessageId` again
 * returns the turn it began.
 */
export async function sendMessage(chat: ChatDeps, viewer: Viewer, request: ChatRequest): Promise<StartedTurn> {
  const key = idempotencyKey(viewer, request.clientMessageId)
  try {
    return await beginTurn(chat, viewer, request, key)
  } catch (error) {
    // Whatever the error is (the unique key, a running reply, the daily limit): a message that was sent before stays sent.
    const known = await findKnownTurn(chat.context, viewer, key)
    if (known) return known
    throw error
  }
}

async function beginTurn(
  chat: ChatDeps,
  viewer: Viewer,
  request: ChatRequest,
  key: string | null,
): Promise<StartedTurn> {
  const { context } = chat
  assertNotDraining(chat)
  const character = await findAccessibleCharacter(context.db, characterScope(context, viewer), request.characterId)
  if (!character) throw notFound()
  if (!request.conversationId) screenHistory(context, { viewer, character }, request.conversationHistory)
  if (!request.conversationId && isSeeded(request)) await purgeExcess(context, viewer.id)
  const input = { viewer, character, request, key, replyId: context.ids.uuid(), now: context.clock.now() }
  const { result, synced: stored } = await storeTurn(context, input)
  const { messagesLeft, ...turn } = result
  const reply = startReply(chat, {
    ...turn,
    id: input.replyId,
    input: inputOf(request),
    viewer,
    character,
    startedAt: input.now,
    stored,
  })
  return { kind: 'live', reply, messagesLeft }
}

const isSeeded = (request: ChatRequest) => seeds(request).length > 0
/** What the classifier looks at: the message, and the history that came with it. */
const inputOf = (request: ChatRequest) =>
  [...(request.conversationId ? [] : seeds(request)).map(({ content }) => content), request.message].join('\n\n')
const isContinue = (request: ChatRequest) => request.message.trim() === ''

/**
 * Stores the turn in one transaction: the day's charge, the reservation of the conversation, the user's message and the
 * empty reply. The model is asked while it is synced to disk; `streamReply` and `awaitReply` wait before they answer.
 */
function storeTurn(context: Context, input: TurnInput) {
  const { conversationId } = input.request
  return context.transactUnsynced(async (trx) => {
    const messagesLeft = await chargeTurn(context, trx, input.viewer, 'reply')
    const turn = await (conversationId
      ? addToConversation(trx, context, input, conversationId)
      : beginConversation(trx, context, input))
    const isNew = turn.userMessageId !== null
    const crisis = isNew ? turn.crisis : await screenAnswered(context, trx, input, turn.conversationId, turn.parentId)
    return { ...turn, crisis, messagesLeft }
  })
}

async function beginConversation(trx: Queryable, context: Context, input: TurnInput): Promise<StoredTurn> {
  const { viewer, character, request, replyId, now } = input
  const begun = newConversation(context, { user: viewer, character, messages: seedMessages(input), now })
  const { id } = begun.conversation
  const { messages, ...turn } = turnMessages(context, input, id, begun.messages.at(-1))
  const title = titleFrom(request.message)
  await insertConversation(trx, {
    ...begun.conversation,
    title,
    active_leaf_id: replyId,
    running_reply_id: replyId,
    started_at: now,
    // The client that sent a history has it: without a reply, it is not stored for long.
    expires_at: isSeeded(request) ? begun.conversation.expires_at : null,
  })
  await insertMessages(trx, [...begun.messages, ...messages])
  await recordStart(trx, { ...begun.conversation, title }, character.id)
  return { ...turn, conversationId: id, anchor: null }
}

async function addToConversation(
  trx: Queryable,
  context: Context,
  input: TurnInput,
  conversationId: string,
): Promise<StoredTurn> {
  const { viewer, character, request, replyId, now } = input
  const claim = { conversationId, characterId: character.id, replyId, now }
  const { id, active_leaf_id, anchor_id, started_at } = await reserveConversation(trx, viewer, claim)
  if (started_at === null) {
    const start = { conversationId: id, title: titleFrom(request.message), now }
    const started = await startConversation(trx, start)
    if (started) await recordStart(trx, started, character.id)
  }
  let leaf = active_leaf_id ? await findMessage(trx, id, active_leaf_id) : undefined
  if (leaf?.role === 'character' && leaf.content === '') {
    // A reply that ended before its first word is replaced by this turn.
    await hideMessage(trx, id, leaf.id, now)
    leaf = leaf.parent_id ? await findMessage(trx, id, leaf.parent_id) : undefined
  }
  const { messages, ...turn } = turnMessages(context, input, id, leaf)
  await insertMessages(trx, messages)
  await setActiveLeaf(trx, id, replyId)
  return { ...turn, conversationId: id, anchor: anchor_id }
}

/** From its first turn on, a conversation is found by the search and counted as a chat of its character. */
async function recordStart(trx: Queryable, conversation: SearchedConversation, characterId: string): Promise<void> {
  await saveConversationSearch(trx, conversation)
  await incrementChatCount(trx, characterId)
}

/**
 * The user's message (none where the character begins, just continues, or answers a message whose reply was stopped) and
 * the empty reply that follows it.
 */
function turnMessages(
  context: Context,
  input: TurnInput,
  conversationId: string,
  leaf: Pick<NewMessage, 'id' | 'depth' | 'role' | 'content'> | undefined,
): Omit<StoredTurn, 'conversationId' | 'anchor'> & { messages: NewMessage[] } {
  const { request, key, replyId, now } = input
  const common = { conversation_id: conversationId, created_at: now }
  const depth = (leaf?.depth ?? -1) + 1
  const reply = { ...common, id: replyId, role: 'character', content: '', status: 'streaming' } as const
  if (isContinue(request)) {
    const parentId = leaf?.id ?? null
    const messages = [{ ...reply, parent_id: parentId, depth, idempotency_key: key }]
    return { messages, parentId, userMessageId: null, kind: kindAfter(leaf), crisis: null }
  }
  const before = leaf?.content.slice(-200) ?? ''
  const crisis = screenMessage(context, input, { text: request.message, before, conversationId })
  const userMessageId = context.ids.uuid()
  const message = {
    ...common,
    id: userMessageId,
    parent_id: leaf?.id ?? null,
    depth,
    role: 'user',
    content: request.message,
    idempotency_key: key,
  } as const
  return {
    messages: [message, { ...reply, parent_id: userMessageId, depth: depth + 1 }],
    parentId: userMessageId,
    userMessageId,
    kind: 'reply',
    crisis,
  }
}

/** What comes before the first turn: the history a client sent, or the character's greeting, if it has one. */
function seedMessages({ viewer, character, request }: TurnInput): OpeningMessage[] {
  const history = seeds(request)
  if (history.length === 0) return openingMessages(character, viewer)
  return history.map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'character', content, is_seeded: 1 }))
}

const seeds = (request: ChatRequest) => request.conversationHistory.filter(({ content }) => content.trim() !== '')
