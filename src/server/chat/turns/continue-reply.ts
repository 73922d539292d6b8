import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { chatLimits } from '#shared/chat.ts'
import type { BegunTurn } from '#shared/reply-events.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { isReply } from '../replies/reply-job.ts'
import { queueAfter } from '../scenes/scene.ts'
import { screenAnswered } from '../screening/screen-turn.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { findMessage } from '../tree/queries.ts'
import { beginTurnIn, openTurn } from './begin-turn.ts'
import { reopenReply } from './queries.ts'

/**
 * Lets the model continue the conversation's newest reply, which reached its maximum length or was stopped. Resolves
 * once this is stored; clients read the text from the reply's events. Does nothing for a reply that is running or has
 * more text than the `length` code units that the client has, because the request is then a repetition. Throws
 * `bad_request` for any message but the newest reply, and `turn_in_progress`, with the reply's id, where another
 * request has continued it at the same time.
 */
export async function continueReply(
  chat: ChatDeps,
  viewer: Viewer,
  target: { conversationId: string; messageId: string; length: number },
): Promise<BegunTurn> {
  const { context } = chat
  const conversation = await getOwnConversation(context.db, viewer, target.conversationId)
  const { id: conversationId, character_id: characterId } = conversation
  const reply = orNotFound(await findMessage(context.db, conversationId, target.messageId))
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
  const { character, sceneTurn, player } = await openTurn(chat, viewer, conversation, { messageId: reply.id })
  const claim = { conversationId, characterId, replyId: reply.id }
  const turn = await beginTurnIn(chat, viewer, claim, async (trx, now, { active_leaf_id }) => {
    const isUnchanged = await reopenReply(trx, { conversationId, id: reply.id, content: reply.content, now })
    if (active_leaf_id !== reply.id) {
      throw new ApiError('bad_request', {
        message: 'Only the newest reply can be continued. Reload the page to see it.',
      })
    }
    // The same request was sent twice, and the other one has reopened the reply since it was read here.
    if (!isUnchanged) throw new ApiError('turn_in_progress', { details: { conversationId, messageId: reply.id } })
    const answered = { viewer, character, sceneTurn }
    const { crisis, sender } = await screenAnswered(context, trx, answered, conversationId, parent_id)
    return {
      rows: [],
      // The prompt ends with the existing text of the reply.
      parentId: reply.id,
      userMessageId: null,
      kind: 'resume',
      text: reply.content,
      character,
      sceneTurn,
      // In a scene, the characters that were still to speak do so after this reply.
      queue: queueAfter(reply),
      player: sender ?? player,
      crisis,
      anchor: reply.anchor_id,
    }
  })
  await turn.reply.stored
  return { ...begun, messagesLeft: turn.messagesLeft }
}
