import type { UserRow } from '#server/accounts/queries.ts'
import { findReachableCharacter } from '#server/characters/queries.ts'
import { reachOf } from '#server/characters/reach.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import {
  type Chat,
  clientKey,
  messageRow,
  openReply,
  ownConversation,
  refuseWhileDraining,
  takeConversation,
} from './begin-turn.ts'
import { findMessage, findSent, hideMessage, insertMessages } from './queries.ts'
import { chargeTurn } from './replies/daily-limit.ts'
import type { Sent } from './send-message.ts'
import { writeReply } from './write-reply.ts'

/** Another reply to the same line: Try again on a failed one, another version of any other. Nothing is overwritten. */
export async function replyAgain(
  chat: Chat,
  user: UserRow,
  conversationId: string,
  request: { messageId: string; clientMessageId?: string | undefined },
): Promise<Sent> {
  const { context } = chat
  const conversation = await ownConversation(context.db, user, conversationId)
  const key = clientKey(user, request.clientMessageId)
  const known = await findSent(context.db, key)
  if (known) return { kind: 'known', conversationId: known.reply.conversation_id, replyId: known.reply.id }
  refuseWhileDraining(chat)

  const old = await findMessage(context.db, conversationId, request.messageId)
  if (!old) throw notFound()
  const { parent_id: parentId } = old
  if (old.author !== 'character' || !parentId) {
    throw new ApiError('bad_request', { message: 'Only a reply of the character can be given again.' })
  }
  const character = await findReachableCharacter(context.db, reachOf(context, user), conversation.character_id)
  if (!character) throw notFound()

  const id = context.ids.uuid()
  const now = context.clock.now()
  const parent = await context.transact(async (trx) => {
    await chargeTurn(context, trx, user)
    await takeConversation(trx, user, conversationId, { id, now })
    if (old.content === '' && old.status !== 'streaming') await hideMessage(trx, conversationId, old.id, now)
    await insertMessages(trx, [
      messageRow({
        id,
        conversation_id: conversationId,
        parent_id: parentId,
        depth: old.depth,
        author: 'character',
        content: '',
        status: 'streaming',
        client_key: key,
        created_at: now,
      }),
    ])
    return findMessage(trx, conversationId, parentId)
  })
  const reply = openReply(chat, { id, conversationId, userId: user.id, userMessageId: null })
  const kind = parent?.author === 'user' ? 'reply' : 'continue'
  const { anchor_id: anchor } = conversation
  void writeReply(context, chat.desk, reply, {
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
