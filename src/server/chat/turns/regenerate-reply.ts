import { characterScope } from '#server/characters/character-scope.ts'
import { findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { findMessage, hideMessage, insertMessages } from '../queries.ts'
import { startReply } from '../replies/generate-reply.ts'
import { isReply } from '../replies/reply-job.ts'
import { assertRoomForVersion, leaveBranch } from '../versions/tree.ts'
import {
  assertNotDraining,
  findKnownTurn,
  idempotencyKey,
  kindAfter,
  reserveConversation,
  type StartedTurn,
} from './begin-turn.ts'
import { chargeTurn } from './daily-limit.ts'
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
  const { id, character_id } = await getOwnConversation(context.db, viewer, conversationId)
  const key = idempotencyKey(viewer, request.clientMessageId)
  const known = await findKnownTurn(context, viewer, key)
  if (known) return known
  assertNotDraining(chat)

  const character = await findAccessibleCharacter(context.db, characterScope(context, viewer), character_id)
  if (!character) throw notFound()

  const screened = { surface: 'message', thing: 'message', text: hint, conversationId: id } as const
  if (hint) await assertAllowed(context, { viewer, character }, screened)

  const replyId = context.ids.uuid()
  const now = context.clock.now()
  const { result, synced: stored } = await context.transactUnsynced(async (trx) => {
    const messagesLeft = await chargeTurn(context, trx, viewer, 'version')
    const claim = { conversationId: id, characterId: character.id, replyId, now }
    const { anchor_id, active_leaf_id } = await reserveConversation(trx, viewer, claim)
    const { old, parent } = await findAnswered(trx, id, request.messageId)
    await assertRoomForVersion(trx, id, old.parent_id)
    const crisis = await screenAnswered(context, trx, { viewer, character }, id, old.parent_id)
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
        created_at: now,
      },
    ])
    await setActiveLeaf(trx, id, replyId)
    return { old, parent, crisis, anchor: anchor_id, messagesLeft }
  })
  const { old, parent, crisis, anchor, messagesLeft } = result
  const reply = startReply(chat, {
    id: replyId,
    conversationId: id,
    parentId: old.parent_id,
    input: parent?.role === 'user' ? parent.content : '',
    userMessageId: null,
    viewer,
    character,
    kind: kindAfter(parent),
    anchor,
    hint,
    crisis,
    startedAt: now,
    stored,
  })
  return { kind: 'live', reply, messagesLeft }
}

/** A reply and what it answers (nothing where it is the first message), as they are once the conversation is reserved. */
async function findAnswered(db: Queryable, conversationId: OwnConversationId, replyId: string) {
  const old = await findMessage(db, conversationId, replyId)
  if (!old) throw notFound()
  const parent = old.parent_id ? await findMessage(db, conversationId, old.parent_id) : undefined
  if (!isReply(old)) {
    throw new ApiError('bad_request', { message: 'Only a reply of the character can be written again.' })
  }
  return { old, parent }
}
