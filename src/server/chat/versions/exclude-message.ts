import type { Viewer } from '#server/core/viewer.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import { markStale } from '../memory/queries.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { assertAtLeaf, getMessage, lockTree, pageBackBy } from '../tree/change-tree.ts'
import { setExcluded } from '../tree/versions/queries.ts'

/** Leaves a message out of the prompts and of the memory, or no longer. It stays in the story. */
export async function excludeMessage(
  chat: ChatDeps,
  viewer: Viewer,
  change: { conversationId: string; messageId: string; excluded: boolean; leafId: string },
): Promise<ConversationPage> {
  const { messageId, excluded, leafId } = change
  const distance = await chat.context.transact(async (trx) => {
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
