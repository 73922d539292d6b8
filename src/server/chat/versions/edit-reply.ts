import { characterScope } from '#server/characters/character-scope.ts'
import { findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import { insertMessages, updateConversation } from '../queries.ts'
import { assertAllowed } from '../turns/screen-turn.ts'
import { moveFollowing, saveLastLeaf } from './queries.ts'
import { assertAtLeaf, assertRoomForVersion, getMessage, lockTree, pageBackBy } from './tree.ts'

/**
 * Saves the user's text in place of a reply's. The reply's own text stays as a version; what followed the reply follows
 * the edited text.
 */
export async function editReply(
  chat: ChatDeps,
  viewer: Viewer,
  edit: { conversationId: string; messageId: string; content: string; leafId: string },
): Promise<ConversationPage> {
  const { context } = chat
  const { messageId, content } = edit
  const { id, character_id } = await getOwnConversation(context.db, viewer, edit.conversationId)
  const character = await findAccessibleCharacter(context.db, characterScope(context, viewer), character_id)
  if (!character) throw notFound()
  const text = { surface: 'reply', thing: 'edit', text: content, conversationId: id } as const
  await assertAllowed(context, { viewer, character }, text)
  const distance = await context.transact(async (trx) => {
    const conversation = await lockTree(trx, viewer, id)
    const { active_leaf_id, anchor_id } = conversation
    const reply = await getMessage(trx, id, messageId)
    if (reply.role !== 'character' || reply.status === 'redacted') {
      throw new ApiError('bad_request', { message: 'Only a reply of the character can be edited in this way.' })
    }
    assertAtLeaf(conversation, edit.leafId)
    const leaf = await getMessage(trx, id, edit.leafId)
    if (content === reply.content) return leaf.depth - reply.depth
    await assertRoomForVersion(trx, id, reply.parent_id)
    const { parent_id, depth } = reply
    const common = { conversation_id: id, parent_id, depth, created_at: context.clock.now() }
    const edited = { ...common, id: context.ids.uuid(), role: 'character', content, is_edited: 1 } as const
    await insertMessages(trx, [edited])
    await moveFollowing(trx, id, { from: reply.id, to: edited.id })
    await saveLastLeaf(trx, id, edited.id, reply.last_leaf_id)
    await saveLastLeaf(trx, id, reply.id, null)
    await updateConversation(trx, id, {
      ...(active_leaf_id === reply.id ? { active_leaf_id: edited.id } : {}),
      anchor_id: anchor_id === reply.id ? edited.id : anchor_id,
    })
    return leaf.depth - reply.depth
  })
  return openConversation(chat, viewer, id, pageBackBy(distance))
}
