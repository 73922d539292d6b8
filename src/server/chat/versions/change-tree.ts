import type { Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { type ConversationPage, chatLimits } from '#shared/chat.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import { markStale } from '../memory/queries.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { assertAtLeaf, getMessage, leaveBranch, lockTree } from '../tree/change-tree.ts'
import {
  type ConversationRow,
  findMessage,
  findStoredMessage,
  type OwnMessageRow,
  updateConversation,
  updateMessage,
} from '../tree/queries.ts'
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

export interface Target {
  conversationId: string
  messageId: string
  /** The newest message that the client shows. */
  leafId: string
}

/**
 * Changes a message in its tree, and resolves with the newest messages: as far back as the message before the one that is
 * as many above the leaf as `change` says, because the client shows that message already.
 */
export async function changeMessage(
  chat: ChatDeps,
  viewer: Viewer,
  { conversationId, messageId, leafId }: Target,
  change: (trx: Queryable, conversation: ConversationRow, message: OwnMessageRow) => Promise<number>,
): Promise<ConversationPage> {
  const distance = await transactChange(chat.context, viewer, conversationId, async (trx) => {
    const conversation = await lockTree(trx, viewer, conversationId)
    const message = await getMessage(trx, conversation.id, messageId)
    assertAtLeaf(conversation, leafId)
    return change(trx, conversation, message)
  })
  const limit = Math.min(Math.max(distance + 2, chatLimits.pageDefault), chatLimits.chosenPage)
  return openConversation(chat, viewer, conversationId, { limit })
}

/** Leaves a message out of the prompts and of the memory, or no longer. It stays in the story. */
export function excludeMessage(
  chat: ChatDeps,
  viewer: Viewer,
  { excluded, ...target }: Target & { excluded: boolean },
) {
  return changeMessage(chat, viewer, target, async (trx, { id, memory_version }, message) => {
    const leaf = await getMessage(trx, id, target.leafId)
    await updateMessage(trx, id, message.id, { is_excluded: excluded ? 1 : 0 })
    if (memory_version > 0) await markStale(trx, id, message, !excluded)
    return leaf.depth - message.depth
  })
}

/**
 * Shows another version of a message, with what was last shown below it, or ends the story at a message. What was shown
 * before can be chosen again.
 */
export function chooseLeaf(chat: ChatDeps, viewer: Viewer, { endHere, ...target }: Target & { endHere: boolean }) {
  const { messageId, leafId } = target
  return changeMessage(chat, viewer, target, async (trx, { id }, message) => {
    const { commonId } = await findFork(trx, id, { leafId, messageId })
    if (commonId === messageId && !endHere) return 0
    await leaveBranch(trx, id, { leafId, messageId, isReplaced: false, now: chat.context.clock.now() })
    const chosen = endHere ? message.id : await findLastLeaf(trx, id, message.id)
    await updateConversation(trx, id, { active_leaf_id: chosen })
    return ((await findMessage(trx, id, chosen))?.depth ?? message.depth) - message.depth
  })
}

/**
 * Deletes a message with everything below it, so that it can be restored within the undo window. Another version takes
 * its place where there is one; else the story ends before it.
 */
export function deleteMessage(chat: ChatDeps, viewer: Viewer, target: Target): Promise<ConversationPage> {
  const { messageId, leafId } = target
  const { clock, dialect } = chat.context
  return changeMessage(chat, viewer, target, async (trx, { id, memory_version }, message) => {
    const next = await findNextLeaf(trx, message)
    const { commonId } = await findFork(trx, id, { leafId, messageId })
    await hideTree({ db: trx, dialect, conversationId: id, id: message.id }, clock.now())
    if (memory_version > 0) await markStale(trx, id, message)
    if (commonId !== message.id) return 0
    await rememberLeaf(trx, id, { versionId: message.id, leafId })
    await updateConversation(trx, id, { active_leaf_id: next })
    return 0
  })
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
    const conversation = orNotFound(await lockConversation(trx, viewer.id, conversationId))
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
