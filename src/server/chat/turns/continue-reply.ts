import { characterScope } from '#server/characters/character-scope.ts'
import { findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { type BegunTurn, chatLimits } from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { findMessage } from '../queries.ts'
import { startReply } from '../replies/generate-reply.ts'
import { isReply } from '../replies/reply-job.ts'
import { assertNotDraining, reserveConversation } from './begin-turn.ts'
import { chargeTurn } from './daily-limit.ts'
import { reopenReply } from './queries.ts'
import { screenAnswered } from './screen-turn.ts'

/**
 * Lets the model go on in the conversation's newest reply, which was cut or stopped. Resolves once this is stored; the
 * text is read from the reply's events. A reply that is running, or has more text than the `length` code units that the
 * client has, is left as it is: the request is a repetition. Throws `bad_request` for any message but the newest reply.
 */
export async function continueReply(
  chat: ChatDeps,
  viewer: Viewer,
  target: { conversationId: string; messageId: string; length: number },
): Promise<BegunTurn> {
  const { context } = chat
  const { id: conversationId, character_id } = await getOwnConversation(context.db, viewer, target.conversationId)
  const reply = await findMessage(context.db, conversationId, target.messageId)
  if (!reply) throw notFound()
  if (!isReply(reply)) {
    throw new ApiError('bad_request', { message: 'Only a reply of the character can be continued.' })
  }
  const { parent_id } = reply
  const begun = { conversationId, userMessageId: null, messageId: reply.id }
  if (reply.status === 'streaming' || reply.content.length > target.length) return begun
  if (reply.finish === 'help') {
    throw new ApiError('bad_request', { message: 'This message cannot be continued. Send a message to go on.' })
  }
  if (reply.content.length > chatLimits.continuedReply) {
    throw new ApiError('bad_request', { message: 'This reply is too long to be continued. Send a message instead.' })
  }
  assertNotDraining(chat)
  const character = await findAccessibleCharacter(context.db, characterScope(context, viewer), character_id)
  if (!character) throw notFound()

  const now = context.clock.now()
  const { result, synced: stored } = await context.transactUnsynced(async (trx) => {
    const messagesLeft = await chargeTurn(context, trx, viewer, 'continuation')
    const claim = { conversationId, characterId: character.id, replyId: reply.id, now }
    const { anchor_id, active_leaf_id } = await reserveConversation(trx, viewer, claim)
    const isUnchanged = await reopenReply(trx, { conversationId, id: reply.id, content: reply.content, now })
    if (active_leaf_id !== reply.id || !isUnchanged) {
      throw new ApiError('bad_request', {
        message: 'Only the newest reply can be continued. Reload the page to see it.',
      })
    }
    const crisis = await screenAnswered(context, trx, { viewer, character }, conversationId, parent_id)
    return { anchor: anchor_id, crisis, messagesLeft }
  })
  startReply(chat, {
    id: reply.id,
    conversationId,
    // The prompt ends with what the reply has already.
    parentId: reply.id,
    userMessageId: null,
    viewer,
    character,
    kind: 'resume',
    text: reply.content,
    anchor: result.anchor,
    crisis: result.crisis,
    startedAt: now,
    stored,
  })
  await stored
  return { ...begun, messagesLeft: result.messagesLeft }
}
