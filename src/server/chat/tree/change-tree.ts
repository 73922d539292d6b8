import type { Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { chatLimits } from '#shared/chat.ts'
import { type ConversationRow, findMessage, hideMessage, type OwnMessageRow } from './queries.ts'
import { countVersions, findFork, lockConversation, rememberLeaf } from './versions/queries.ts'

/** Locks the viewer's conversation for a change of its tree. Throws `turn_in_progress` while a reply is generated. */
export async function lockTree(trx: Queryable, viewer: Viewer, id: string): Promise<ConversationRow> {
  const conversation = orNotFound(await lockConversation(trx, viewer.id, id))
  const { running_reply_id: messageId } = conversation
  if (messageId) throw new ApiError('turn_in_progress', { details: { conversationId: conversation.id, messageId } })
  return conversation
}

/** Throws `stale_leaf` when the client's newest message is not the newest any more. */
export function assertAtLeaf({ active_leaf_id }: ConversationRow, leafId: string | null): void {
  if (active_leaf_id !== leafId) throw new ApiError('stale_leaf')
}

/** A message that is shown. */
export async function getMessage(
  trx: Queryable,
  conversationId: OwnConversationId,
  id: string,
): Promise<OwnMessageRow> {
  return orNotFound(await findMessage(trx, conversationId, id))
}

interface PathChange {
  leafId: string | null
  /** The new active path goes through this message, or through another version in its place. */
  messageId: string
  isReplaced: boolean
  now: number
}

/**
 * Call before the active path changes: stores the leaf on the version that the path leaves. A leaf without text, such
 * as a failed reply, is hidden instead.
 */
export async function leaveBranch(
  trx: Queryable,
  conversationId: OwnConversationId,
  { leafId, messageId, isReplaced, now }: PathChange,
): Promise<void> {
  const leaf = leafId ? await findMessage(trx, conversationId, leafId) : undefined
  if (!leaf) return
  const fork = await findFork(trx, conversationId, { leafId: leaf.id, messageId })
  const leftId = isReplaced && fork.commonId === messageId ? messageId : fork.leftId
  const isEmpty = leaf.role === 'character' && leaf.content === ''
  if (isEmpty) await hideMessage(trx, conversationId, leaf.id, now)
  if (leftId === null || (isEmpty && leftId === leaf.id)) return
  const leftLeafId = isEmpty ? leaf.parent_id : leaf.id
  if (leftLeafId !== null) await rememberLeaf(trx, conversationId, { versionId: leftId, leafId: leftLeafId })
}

/** Throws `bad_request` when a message has as many versions as it may have. */
export async function assertRoomForVersion(trx: Queryable, conversationId: OwnConversationId, parentId: string | null) {
  if ((await countVersions(trx, conversationId, parentId)) < chatLimits.versions) return
  const message = `This message has ${chatLimits.versions} versions. Delete one that you do not need, then try again.`
  throw new ApiError('bad_request', { message })
}
