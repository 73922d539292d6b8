import type { Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { type ConversationPage, chatLimits } from '#shared/chat.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import { markStale } from '../memory/queries.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { assertAtLeaf, getMessage, leaveBranch, lockTree } from '../tree/change-tree.ts'
import { findMessage, findStoredMessage, type OwnMessageRow, updateConversation } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'
import {
  findFork,
  findLastLeaf,
  hideTree,
  lockConversation,
  readSiblings,
  rememberLeaf,
  showTree,
} from '../tree/versions/queries.ts'

interface Target {
  conversationId: string
  messageId: string
  /** The newest message that the client shows. */
  leafId: string
}

/**
 * Deletes a message with everything below it, so that it can be restored within the undo window. Another version takes
 * its place where there is one; else the story ends before it.
 */
export async function deleteMessage(
  chat: ChatDeps,
  viewer: Viewer,
  { conversationId, messageId, leafId }: Target,
): Promise<ConversationPage> {
  const { clock, dialect } = chat.context
  await transactChange(chat.context, viewer, conversationId, async (trx) => {
    const conversation = await lockTree(trx, viewer, conversationId)
    const { id } = conversation
    const message = await getMessage(trx, id, messageId)
    assertAtLeaf(conversation, leafId)
    const next = await findNextLeaf(trx, message)
    const { commonId } = await findFork(trx, id, { leafId, messageId })
    await hideTree({ db: trx, dialect, conversationId: id, id: message.id }, clock.now())
    if (conversation.memory_version > 0) await markStale(trx, id, message)
    if (commonId !== message.id) return
    await rememberLeaf(trx, id, { versionId: message.id, leafId })
    await updateConversation(trx, id, { active_leaf_id: next })
  })
  return openConversation(chat, viewer, conversationId)
}

/** The leaf to show without this message: that of the version before it, of the version after it, or its parent. */
async function findNextLeaf(trx: Queryable, message: OwnMessageRow): Promise<string> {
  const { conversation_id: id, parent_id } = message
  const siblings = (await readSiblings(trx, id, [parent_id])).get(parent_id ?? '') ?? []
  const versions = siblings.map((version) => version.id)
  const index = versions.indexOf(message.id)
  const other = versions[index - 1] ?? versions[index + 1]
  if (other) return findLastLeaf(trx, id, other)
  if (parent_id) return parent_id
  throw new ApiError('bad_request', {
    message: 'The first message cannot be deleted by itself. Delete the conversation instead.',
  })
}

/** Restores a deleted message with what was deleted with it, and shows it unless the user has gone on elsewhere. */
export async function restoreMessage(
  chat: ChatDeps,
  viewer: Viewer,
  { conversationId, messageId, leafId }: Target,
): Promise<ConversationPage> {
  const { clock, dialect } = chat.context
  await transactChange(chat.context, viewer, conversationId, async (trx) => {
    const conversation = await lockConversation(trx, viewer.id, conversationId)
    if (!conversation) throw notFound()
    const { id, active_leaf_id, running_reply_id } = conversation
    const message = await findStoredMessage(trx, id, messageId)
    if (message?.hidden_by !== message?.id || !message?.hidden_at) throw notFound()
    if (clock.now() - message.hidden_at > chatLimits.undoWindow) throw new ApiError('undo_expired')
    // A message below another deleted message comes back together with that one.
    if (message.parent_id && !(await findMessage(trx, id, message.parent_id))) throw notFound()
    await showTree({ db: trx, dialect, conversationId: id, id: message.id })
    if (active_leaf_id !== leafId || running_reply_id) return
    await leaveBranch(trx, id, { leafId, messageId, isReplaced: false, now: clock.now() })
    await updateConversation(trx, id, { active_leaf_id: await findLastLeaf(trx, id, message.id) })
  })
  return openConversation(chat, viewer, conversationId)
}
