import { charName } from '#engine/cards/character.ts'
import { genericGreeting, openingText } from '#engine/prompt/opening.ts'
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

/** Creates a conversation that holds its greeting, if there is one. It is not listed, and counts as no chat, before its first turn. */
export async function createConversation(
  chat: ChatDeps,
  user: Viewer,
  request: CreateConversationRequest,
): Promise<ConversationPage> {
  const { context } = chat
  const character = await findAccessibleCharacter(context.db, characterScope(context, user), request.characterId)
  if (!character) throw notFound()
  const messages = openingMessages(character, user, request.greeting)
  const seeded = messages.filter(({ is_seeded }) => is_seeded)
  screenHistory(
    context,
    { viewer: user, character },
    seeded.map(({ content }) => ({ role: 'assistant', content })),
  )
  await purgeExcess(context, user.id)
  const rows = newConversation(context, { user, character, messages, now: context.clock.now() })
  await context.transact(async (trx) => {
    await insertConversation(trx, rows.conversation)
    await insertMessages(trx, rows.messages)
  })
  return openConversation(chat, user, rows.conversation.id, { before: undefined, limit: chatLimits.pageDefault })
}

/**
 * The greeting in the request, which is seeded, or the character's own, with its macros expanded. No message where there
 * is neither: the player then writes first.
 */
export function openingMessages(character: CharacterRow, user: Viewer, greeting = ''): OpeningMessage[] {
  const card = promptCharacter(character)
  const expand = (text: string) => openingText({ ...card, greeting: text }, playerName(user), character.id)
  const ours = [expand(card.greeting), genericGreeting(charName(card))]
  const content = expand(greeting) || ours[0]
  if (!content) return []
  return [{ role: 'character', content, is_seeded: ours.includes(content) ? 0 : 1 }]
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
    pinned_at: null,
    archived_at: null,
  }
  return { conversation, messages }
}
