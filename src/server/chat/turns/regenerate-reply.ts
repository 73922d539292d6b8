import type { Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { findPlayer } from '../personas/player.ts'
import { findMessage, hideMessage, insertMessages } from '../queries.ts'
import { isReply } from '../replies/reply-job.ts'
import { getSpeaker } from '../scenes/scene.ts'
import { assertRoomForVersion, leaveBranch } from '../versions/tree.ts'
import {
  assertNotDraining,
  beginTurn,
  findKnownTurn,
  idempotencyKey,
  kindAfter,
  reserveConversation,
  type StartedTurn,
} from './begin-turn.ts'
import { setActiveLeaf } from './queries.ts'
import { assertAllowed, screenAnswered } from './screen-turn.ts'

/**
 * Generates another reply to the same message: a retry of a failed one, or another version of any other. Nothing is
 * overwritten. Throws `bad_request` for a message that is not a reply.
 */
export async function regenerateReply(
  chat: ChatDeps,
  viewer: Viewer,
  conversationId: string,
  request: { messageId: string; clientMessageId?: string | undefined; hint: string },
): Promise<StartedTurn> {
  const hint = request.hint.trim()
  const { context } = chat
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  const { id, character_id: characterId, persona_id: chosenId } = conversation
  const key = idempotencyKey(viewer, request.clientMessageId)
  const known = await findKnownTurn(context, viewer, key)
  if (known) return known
  assertNotDraining(chat)

  const { character, sceneTurn } = await getSpeaker(context, viewer, conversation, request.messageId)
  const turn = { viewer, character, sceneTurn }

  const screened = { surface: 'message', kind: 'message', text: hint, conversationId: id } as const
  const present = await findPlayer(context, context.db, { ...turn, chosenId })
  if (hint) await assertAllowed(context, { ...turn, player: present }, screened)

  const replyId = context.ids.uuid()
  return beginTurn(chat, viewer, { replyId, generation: 'version' }, async (trx, now) => {
    const claim = { conversationId: id, characterId, replyId, now }
    const { active_leaf_id, notes, memory } = await reserveConversation(trx, viewer, claim)
    const { old, parent } = await findAnswered(trx, id, request.messageId)
    await assertRoomForVersion(trx, id, old.parent_id)
    const { crisis, sender } = await screenAnswered(context, trx, turn, id, old.parent_id)
    await leaveBranch(trx, id, { leafId: active_leaf_id, messageId: old.id, isReplaced: true, now })
    if (old.content === '' && old.status !== 'streaming') await hideMessage(trx, id, old.id, now)
    await insertMessages(trx, [
      {
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
        created_at: now,
      },
    ])
    await setActiveLeaf(trx, id, replyId)
    const ids = { conversationId: id, parentId: old.parent_id, userMessageId: null }
    const input = parent?.role === 'user' ? parent.content : ''
    const player = sender ?? present
    const prompt = { kind: kindAfter(parent, sceneTurn), input, hint, anchor: old.anchor_id, notes, memory }
    return { ...ids, ...prompt, character, sceneTurn, player, crisis }
  })
}

/** A reply and the message before it, read after the conversation was reserved. */
async function findAnswered(db: Queryable, conversationId: OwnConversationId, replyId: string) {
  const old = await findMessage(db, conversationId, replyId)
  if (!old) throw notFound()
  const parent = old.parent_id ? await findMessage(db, conversationId, old.parent_id) : undefined
  if (!isReply(old)) {
    throw new ApiError('bad_request', { message: 'Only a reply of the character can be written again.' })
  }
  return { old, parent }
}
