import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { CreateConversationRequest } from '#shared/conversations.ts'
import { findPlayer } from '../personas/player.ts'
import { purgeExcess } from '../purge/purge-conversations.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { findParticipants } from '../scenes/find-participants.ts'
import { insertParticipants } from '../scenes/queries.ts'
import { isSeededChecked, screenHistory } from '../screening/screen-turn.ts'
import { insertConversation, insertMessages } from '../tree/queries.ts'
import { newConversation, openingMessages } from '../turns/new-conversation.ts'
import { openConversation } from './open-conversation.ts'

/** Creates a conversation that holds its greeting, if there is one. It is not listed, and counts as no chat, before its first turn. */
export async function createConversation(
  chat: ChatDeps,
  user: Viewer,
  request: CreateConversationRequest,
): Promise<ConversationPage> {
  const { context } = chat
  const character = await getChatCharacter(context, user, request.characterId, null)
  const player = await findPlayer(context, context.db, { viewer: user, character, chosenId: null })
  const now = context.clock.now()
  const messages = openingMessages(character, player, {
    now,
    greeting: request.greeting,
    isScene: request.participantIds.length > 0,
  })
  for (const message of messages) {
    if (!message.is_seeded) continue
    const turn = { viewer: user, character, player }
    await screenHistory(context, turn, [{ role: 'assistant', content: message.content }])
    message.is_unchecked = (await isSeededChecked(context, turn, message.content)) ? 0 : 1
  }
  await purgeExcess(context, user.id)
  const rows = newConversation(context, { user, character, messages, now })
  const participants = await findParticipants(context, user, rows.conversation, request.participantIds)
  const isScene = participants.length > 0
  const audience = isScene ? JSON.stringify(participants.map(({ character_id }) => character_id)) : null
  await context.transact(async (trx) => {
    await insertConversation(trx, { ...rows.conversation, turn_order: isScene ? request.turnOrder : null })
    await insertParticipants(trx, participants)
    await insertMessages(
      trx,
      rows.messages.map((message) => ({ ...message, audience })),
    )
  })
  return openConversation(chat, user, rows.conversation.id)
}
