import type { Viewer } from '#server/core/viewer.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { versionApi } from '#shared/versions.ts'
import { openConversation, readMessage } from '../conversations/open-conversation.ts'
import { markStale } from '../memory/queries.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { assertAtLeaf, getMessage, leaveBranch, lockTree, pageBackBy } from '../tree/change-tree.ts'
import { findMessage, updateConversation } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'
import { findFork, findLastLeaf, setExcluded } from '../tree/versions/queries.ts'
import { deleteMessage, restoreMessage } from './delete-message.ts'
import { editText } from './edit-text.ts'

/** Versions of messages: choosing, editing, deleting and restoring. */
export function versionRoutes(chat: ChatDeps) {
  const idsOf = ({ id, messageId }: { id: string; messageId: string }) => ({ conversationId: id, messageId })
  return handleRoutes(versionApi, () => ({
    'PUT /api/conversations/:id/leaf': ({ viewer, params, body }) => chooseLeaf(chat, viewer, params.id, body),
    'GET /api/conversations/:id/messages/:messageId': ({ viewer, params }) =>
      readMessage(chat, viewer, params.id, params.messageId),
    'POST /api/conversations/:id/replies/:messageId/edit': ({ viewer, params, body }) =>
      editText(chat, viewer, { ...idsOf(params), role: 'character', ...body }),
    'PUT /api/conversations/:id/messages/:messageId/text': ({ viewer, params, body }) =>
      editText(chat, viewer, { ...idsOf(params), role: 'user', ...body }),
    'PUT /api/conversations/:id/messages/:messageId/excluded': ({ viewer, params, body }) =>
      excludeMessage(chat, viewer, { ...idsOf(params), ...body }),
    'DELETE /api/conversations/:id/messages/:messageId': ({ viewer, params, query }) =>
      deleteMessage(chat, viewer, { ...idsOf(params), ...query }),
    'POST /api/conversations/:id/messages/:messageId/restore': ({ viewer, params, body }) =>
      restoreMessage(chat, viewer, { ...idsOf(params), ...body }),
  }))
}

/** Leaves a message out of the prompts and of the memory, or no longer. It stays in the story. */
async function excludeMessage(
  chat: ChatDeps,
  viewer: Viewer,
  change: { conversationId: string; messageId: string; excluded: boolean; leafId: string },
): Promise<ConversationPage> {
  const { messageId, excluded, leafId } = change
  const distance = await transactChange(chat.context, viewer, change.conversationId, async (trx) => {
    const conversation = await lockTree(trx, viewer, change.conversationId)
    const { id } = conversation
    const message = await getMessage(trx, id, messageId)
    assertAtLeaf(conversation, leafId)
    const leaf = await getMessage(trx, id, leafId)
    await setExcluded(trx, id, { id: message.id, excluded })
    if (conversation.memory_version > 0) await markStale(trx, id, message, !excluded)
    return Math.max(0, leaf.depth - message.depth)
  })
  return openConversation(chat, viewer, change.conversationId, pageBackBy(distance))
}

/**
 * Shows another version of a message, with what was last shown below it, or ends the story at a message. What was shown
 * before can be chosen again. Resolves with the newest messages, as far back as the chosen one.
 */
async function chooseLeaf(
  chat: ChatDeps,
  viewer: Viewer,
  conversationId: string,
  { messageId, leafId, endHere }: { messageId: string; leafId: string; endHere: boolean },
): Promise<ConversationPage> {
  const { context } = chat
  const distance = await transactChange(context, viewer, conversationId, async (trx) => {
    const conversation = await lockTree(trx, viewer, conversationId)
    const { id } = conversation
    const message = await getMessage(trx, id, messageId)
    assertAtLeaf(conversation, leafId)
    const { commonId } = await findFork(trx, id, { leafId, messageId })
    if (commonId === messageId && !endHere) return 0
    await leaveBranch(trx, id, { leafId, messageId, isReplaced: false, now: context.clock.now() })
    const chosen = endHere ? message.id : await findLastLeaf(trx, id, message.id)
    await updateConversation(trx, id, { active_leaf_id: chosen })
    return ((await findMessage(trx, id, chosen))?.depth ?? message.depth) - message.depth
  })
  return openConversation(chat, viewer, conversationId, pageBackBy(distance))
}
