import type { Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import type { RegenerateRequest } from '#shared/turns.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { isReply } from '../replies/reply-job.ts'
import type { StartedTurn } from '../replies/stream-reply.ts'
import { screenAnswered } from '../screening/screen-turn.ts'
import { assertRoomForVersion, leaveBranch } from '../tree/change-tree.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { findMessage, hideMessage, type NewMessage } from '../tree/queries.ts'
import { beginOnce, beginTurnIn, kindAfter, openTurn } from './begin-turn.ts'

/**
 * Generates another reply to the same message: a retry of a failed one, or another version of any other. Nothing is
 * overwritten. Throws `bad_request` for a message that is not a reply.
 */
export async function regenerateReply(
  chat: ChatDeps,
  viewer: Viewer,
  conversationId: string,
  { messageId, clientMessageId, ...options }: RegenerateRequest,
): Promise<StartedTurn> {
  const hint = options.hint.trim()
  const { context } = chat
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  const { id, character_id: characterId } = conversation
  return beginOnce(chat, viewer, clientMessageId, async (key) => {
    const { character, sceneTurn, player } = await openTurn(chat, viewer, conversation, { messageId, hint })
    const replyId = context.ids.uuid()
    const claim = { conversationId: id, characterId, replyId }
    return beginTurnIn(chat, viewer, claim, async (trx, now, { active_leaf_id }) => {
      const { old, parent } = await findAnswered(trx, id, messageId)
      await assertRoomForVersion(trx, id, old.parent_id)
      const turn = { viewer, character, sceneTurn }
      const { crisis, sender } = await screenAnswered(context, trx, turn, id, old.parent_id)
      await leaveBranch(trx, id, { leafId: active_leaf_id, messageId, isReplaced: true, now })
      if (old.content === '' && old.status !== 'streaming') await hideMessage(trx, id, messageId, now)
      const row: NewMessage = {
        id: replyId,
        conversation_id: id,
        parent_id: old.parent_id,
        depth: old.depth,
        role: 'character',
        content: '',
        status: 'streaming',
        idempotency_key: key,
        anchor_id: sceneTurn ? null : old.anchor_id,
        speaker_id: old.speaker_id,
        audience: old.audience,
        present_after: old.present_after,
        is_whisper: old.is_whisper,
        created_at: now,
      }
      const ids = { parentId: old.parent_id, userMessageId: null }
      const input = parent?.role === 'user' ? parent.content : ''
      const prompt = { ...options, kind: kindAfter(parent, sceneTurn), input, hint, anchor: old.anchor_id }
      return { rows: [row], ...ids, ...prompt, character, sceneTurn, player: sender ?? player, crisis }
    })
  })
}

/** A reply and the message before it, read after the conversation was reserved. */
async function findAnswered(db: Queryable, conversationId: OwnConversationId, replyId: string) {
  const old = orNotFound(await findMessage(db, conversationId, replyId))
  const parent = old.parent_id ? await findMessage(db, conversationId, old.parent_id) : undefined
  if (!isReply(old)) {
    throw new ApiError('bad_request', { message: 'Only a reply of the character can be written again.' })
  }
  return { old, parent }
}
