import type { Viewer } from '#server/core/viewer.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { assertAtLeaf, getMessage, leaveBranch, lockTree, pageBackBy } from '../tree/change-tree.ts'
import { findMessage, updateConversation } from '../tree/queries.ts'
import { findFork, findLastLeaf } from '../tree/versions/queries.ts'

/**
 * Shows another version of a message, with what was last shown below it, or ends the story at a message. What was shown
 * before can be chosen again. Resolves with the newest messages, as far back as the chosen one.
 */
export async function chooseLeaf(
  chat: ChatDeps,
  viewer: Viewer,
  conversationId: string,
  { messageId, leafId, endHere }: { messageId: string; leafId: string; endHere: boolean },
): Promise<ConversationPage> {
  const { context } = chat
  const distance = await context.transact(async (trx) => {
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
