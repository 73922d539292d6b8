import { characterScope } from '#server/characters/character-scope.ts'
import { findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { findMessage, insertMessages } from '../queries.ts'
import { startReply } from '../replies/generate-reply.ts'
import { assertRoomForVersion, getMessage, leaveBranch } from '../versions/tree.ts'
import {
  assertNotDraining,
  findKnownTurn,
  idempotencyKey,
  reserveConversation,
  type StartedTurn,
} from './begin-turn.ts'
import { chargeTurn } from './daily-limit.ts'
import { setActiveLeaf } from './queries.ts'
import { screenMessage } from './screen-turn.ts'

/** Sends another version of the user's own message. The earlier version and what followed it can be chosen again. */
export async function editMessage(
  chat: ChatDeps,
  viewer: Viewer,
  edit: { conversationId: string; messageId: string; content: string; clientMessageId?: string | undefined },
): Promise<StartedTurn> {
  const { context } = chat
  const { id, character_id } = await getOwnConversation(context.db, viewer, edit.conversationId)
  const key = idempotencyKey(viewer, edit.clientMessageId)
  const known = await findKnownTurn(context, viewer, key)
  if (known) return known
  assertNotDraining(chat)
  const character = await findAccessibleCharacter(context.db, characterScope(context, viewer), character_id)
  if (!character) throw notFound()

  const [userMessageId, replyId] = [context.ids.uuid(), context.ids.uuid()]
  const now = context.clock.now()
  const { result, synced: stored } = await context.transactUnsynced(async (trx) => {
    const messagesLeft = await chargeTurn(context, trx, viewer, 'edit')
    const claim = { conversationId: id, characterId: character.id, replyId, now }
    const { anchor_id, active_leaf_id } = await reserveConversation(trx, viewer, claim)
    const old = await getMessage(trx, id, edit.messageId)
    if (old.role !== 'user') throw new ApiError('bad_request', { message: 'This is not a message of yours.' })
    await assertRoomForVersion(trx, id, old.parent_id)
    const parent = old.parent_id ? await findMessage(trx, id, old.parent_id) : undefined
    const before = parent?.content.slice(-200) ?? ''
    const crisis = screenMessage(context, { viewer, character }, { text: edit.content, before, conversationId: id })
    await leaveBranch(trx, id, { leafId: active_leaf_id, messageId: old.id, isReplaced: true, now })
    const { parent_id, depth } = old
    const common = { conversation_id: id, created_at: now }
    await insertMessages(trx, [
      { ...common, id: userMessageId, parent_id, depth, role: 'user', content: edit.content, idempotency_key: key },
      {
        ...common,
        id: replyId,
        parent_id: userMessageId,
        depth: depth + 1,
        role: 'character',
        content: '',
        status: 'streaming',
      },
    ])
    await setActiveLeaf(trx, id, replyId)
    return { anchor: anchor_id, messagesLeft, crisis }
  })
  const { messagesLeft, ...turn } = result
  const job = {
    ...turn,
    id: replyId,
    conversationId: id,
    parentId: userMessageId,
    userMessageId,
    kind: 'reply',
    input: edit.content,
  } as const
  const reply = startReply(chat, { ...job, viewer, character, startedAt: now, stored })
  return { kind: 'live', reply, messagesLeft }
}
