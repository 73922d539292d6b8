import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { addedBytes, assertRoomForText } from '../conversations/added-text.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import { incrementAddedBytes } from '../conversations/queries.ts'
import { bumpMemoryVersion } from '../memory/queries.ts'
import { findPlayer } from '../personas/player.ts'
import { insertMessages, updateConversation } from '../queries.ts'
import { getSpeaker } from '../scenes/scene.ts'
import { assertAllowed } from '../turns/screen-turn.ts'
import { moveFollowing, saveBranchName } from './queries.ts'
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
  const own = await getOwnConversation(context.db, viewer, edit.conversationId)
  const { id, persona_id: chosenId } = own
  const { character, sceneTurn } = await getSpeaker(context, viewer, own, messageId)
  const text = { surface: 'reply', kind: 'edit', text: content, conversationId: id } as const
  const player = await findPlayer(context, context.db, { viewer, character, sceneTurn, chosenId })
  await assertAllowed(context, { viewer, character, player, sceneTurn }, text)
  const distance = await context.transact(async (trx) => {
    const conversation = await lockTree(trx, viewer, id)
    const { active_leaf_id } = conversation
    const reply = await getMessage(trx, id, messageId)
    if (reply.role !== 'character' || reply.status === 'redacted') {
      throw new ApiError('bad_request', { message: 'Only a reply of the character can be edited in this way.' })
    }
    assertAtLeaf(conversation, edit.leafId)
    const leaf = await getMessage(trx, id, edit.leafId)
    if (content === reply.content) return leaf.depth - reply.depth
    await assertRoomForVersion(trx, id, reply.parent_id)
    const bytes = addedBytes([content])
    await assertRoomForText(context, trx, viewer, bytes)
    const { parent_id, depth, anchor_id, speaker_id, audience, is_excluded } = reply
    const common = {
      conversation_id: id,
      parent_id,
      depth,
      anchor_id,
      speaker_id,
      audience,
      is_excluded,
      created_at: context.clock.now(),
    }
    const edited = { ...common, id: context.ids.uuid(), role: 'character', content, is_edited: 1 } as const
    await insertMessages(trx, [edited])
    await incrementAddedBytes(trx, id, bytes)
    await moveFollowing(trx, id, { from: reply, to: edited.id })
    if (active_leaf_id === reply.id) await updateConversation(trx, id, { active_leaf_id: edited.id })
    if (reply.branch_name !== null) {
      await saveBranchName(trx, id, { id: edited.id, name: reply.branch_name })
      await saveBranchName(trx, id, { id: reply.id, name: null })
    }
    // What followed the reply is on another path now.
    if (conversation.memory_version > 0) await bumpMemoryVersion(trx, id)
    return leaf.depth - reply.depth
  })
  return openConversation(chat, viewer, id, pageBackBy(distance))
}
