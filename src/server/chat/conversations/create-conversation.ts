import { openingText } from '#engine/prompt/opening.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { type CharacterRow, findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import { createOwnedId, type OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { type ConversationPage, type CreateConversationRequest, chatLimits } from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { type ConversationRow, insertMessages, type MessageRow, type NewMessage } from '../queries.ts'
import { playerName, promptCharacter } from '../turns/prompt.ts'
import { screenHistory } from '../turns/screen-turn.ts'
import { openConversation } from './open-conversation.ts'
import { purgeExcess } from './purge-conversations.ts'
import { insertConversation } from './queries.ts'

export type OpeningMessage = Pick<MessageRow, 'role' | 'content' | 'is_seeded'>

/** Creates a conversation that holds its greeting. It is not listed, and counts as no chat, before its first turn. */
export async function createConversation(
  chat: ChatDeps,
  user: Viewer,
  request: CreateConversationRequest,
): Promise<ConversationPage> {
  const { context } = chat
  const character = await findAccessibleCharacter(context.db, characterScope(context, user), request.characterId)
  if (!character) throw notFound()
  const greeting = openingMessage(character, user, request.greeting)
  if (greeting.is_seeded) {
    screenHistory(context, { viewer: user, character }, [{ role: 'assistant', content: greeting.content }])
  }
  await purgeExcess(context, user.id)
  const rows = newConversation(context, { user, character, messages: [greeting], now: context.clock.now() })
  await context.transact(async (trx) => {
    await insertConversation(trx, rows.conversation)
    await insertMessages(trx, rows.messages)
  })
  return openConversation(chat, user, rows.conversation.id, { before: undefined, limit: chatLimits.pageDefault })
}

/** The greeting in the request, which is seeded, or the character's own, with its macros expanded. */
export function openingMessage(character: CharacterRow, user: Viewer, greeting = ''): OpeningMessage {
  const card = promptCharacter(character)
  const own = openingText(card, playerName(user), character.id)
  if (greeting.trim() === '') return { role: 'character', content: own, is_seeded: 0 }
  const content = openingText({ ...card, greeting }, playerName(user), character.id)
  return { role: 'character', content, is_seeded: content === own ? 0 : 1 }
}

/** The rows of a conversation that has not started, with the messages it begins with. */
export function newConversation(
  { ids }: Context,
  begin: { user: Viewer; character: CharacterRow; messages: OpeningMessage[]; now: number },
): { conversation: ConversationRow; messages: NewMessage[] } {
  const { user, character, now } = begin
  const id = createOwnedId<OwnConversationId>(ids)
  const messages: NewMessage[] = []
  for (const [depth, message] of begin.messages.entries()) {
    const parent_id = messages.at(-1)?.id ?? null
    messages.push({ id: ids.uuid(), conversation_id: id, parent_id, depth, created_at: now, ...message })
  }
  const conversation = {
    id,
    user_id: user.id,
    character_id: character.id,
    character_name: character.name,
    character_avatar: character.avatar,
    character_category: character.category,
    title: '',
    active_leaf_id: messages.at(-1)?.id ?? null,
    running_reply_id: null,
    anchor_id: null,
    created_at: now,
    started_at: null,
    expires_at: now + chatLimits.provisionalLifetime,
    updated_at: now,
    deleted_at: null,
  }
  return { conversation, messages }
}
