import { characterScope } from '#server/characters/character-scope.ts'
import { findReachableCharacter } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { findMessage, findSent, hideMessage, insertMessages } from '../queries.ts'
import { generateReply } from '../replies/generate-reply.ts'
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
import type { Sent } from './send-message.ts'

/** Another reply to the same line: Try again on a failed one, another version of any other. Nothing is overwritten. */
export async function regenerateReply(
  chat: ChatDeps,
  user: Viewer,
  id: string,
  request: { messageId: string; clientMessageId?: string | undefined },
): Promise<Sent> {
  const { context } = chat
  const conversation = await ownConversation(context.db, user, id)
  const conversationId = conversation.id
  const key = idempotencyKey(user, request.clientMessageId)
  const known = await findSent(context.db, key)
  if (known) return { kind: 'known', conversationId: known.reply.conversation_id, replyId: known.reply.id }
  assertNotDraining(chat)

  const old = await findMessage(context.db, conversationId, request.messageId)
  if (!old) throw notFound()
  const { parent_id: parentId } = old
  if (old.role !== 'character' || !parentId) {
    throw new ApiError('bad_request', { message: 'Only a reply of the character can be given again.' })
  }
  const character = await findReachableCharacter(context.db, characterScope(context, user), conversation.character_id)
  if (!character) throw notFound()

  const replyId = context.ids.uuid()
  const now = context.clock.now()
  const parent = await context.transact(async (trx) => {
    await chargeTurn(context, trx, user)
    await claimConversation(trx, user, conversationId, { id: replyId, now })
    if (old.content === '' && old.status !== 'streaming') await hideMessage(trx, conversationId, old.id, now)
    await insertMessages(trx, [
      messageRow({
        id: replyId,
        conversation_id: conversationId,
        parent_id: parentId,
        depth: old.depth,
        role: 'character',
        content: '',
        status: 'streaming',
        idempotency_key: key,
        created_at: now,
      }),
    ])
    return findMessage(trx, conversationId, parentId)
  })
  const reply = startLiveReply(chat, { id: replyId, conversationId, userId: user.id, userMessageId: null })
  const kind = parent?.role === 'user' ? 'reply' : 'continue'
  const { anchor_id: anchor } = conversation
  void generateReply(context, chat.liveReplies, reply, {
    user,
    character,
    conversationId,
    parentId,
    kind,
    anchor,
    startedAt: now,
  })
  return { kind: 'live', reply }
}
