import { assertCanBrowse, getCharacterOf } from '#server/characters/character-scope.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { chatLimits } from '#shared/chat.ts'
import type { BulkChange, ConversationPatch } from '#shared/conversations.ts'
import type { ContentRating } from '#shared/entitlements.ts'
import { hasFolder } from '../folders/queries.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { stopReply } from '../replies/stop-reply.ts'
import { chatRatings } from '../scenes/chat-rating.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { findDeletedConversation, markDeleted, saveConversationSearch, updateConversation } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'

/** Changes a conversation. The order of the list, by the last message, stays the same. */
export async function changeConversation(
  { context }: ChatDeps,
  user: Viewer,
  id: string,
  { title, pinned, archived, folderId, contentRating, background }: ConversationPatch,
): Promise<void> {
  const now = context.clock.now()
  await transactChange(context, user, id, async (trx) => {
    const conversation = await getOwnConversation(trx, user, id)
    if (folderId && !(await hasFolder(trx, user.id, folderId))) throw notFound()
    if (contentRating) await assertMayRaise(context, trx, user, { ...conversation, contentRating })
    await updateConversation(trx, conversation.id, {
      background,
      content_rating: contentRating,
      folder_id: folderId,
      title,
      ...(pinned === undefined ? {} : { pinned_at: pinned ? now : null }),
      ...(archived === undefined ? {} : { archived_at: archived ? now : null }),
      ...(pinned ? { archived_at: null } : {}),
      ...(archived ? { pinned_at: null } : {}),
    })
    if (title === undefined || conversation.started_at === null) return
    await saveConversationSearch(trx, { ...conversation, title })
  })
}

/** Throws unless the author allows this rating for chats with the character, and the account may use it. */
async function assertMayRaise(
  context: Context,
  db: Queryable,
  user: Viewer,
  { id, character_id, contentRating: rating }: { id: string; character_id: string; contentRating: ContentRating },
): Promise<void> {
  const character = await getCharacterOf(context, user, character_id, id, db)
  if (rating === character.content_rating) return
  assertCanBrowse(context, user, rating)
  if (chatRatings(character).includes(rating)) return
  throw new ApiError('forbidden', {
    message: `The author of ${character.name} does not allow this rating for its chats.`,
  })
}

/** Deletes a conversation so that it can be restored within the undo window. A running reply is stopped and kept. */
export async function deleteConversation(chat: ChatDeps, user: Viewer, id: string): Promise<void> {
  const { context } = chat
  // Deleted first: no turn can begin between the two.
  const deleted = await transactChange(context, user, id, async (trx) => {
    return orNotFound(await markDeleted(trx, user.id, id, context.clock.now()))
  })
  if (deleted.running_reply_id) await stopReply(chat, deleted.id, deleted.running_reply_id)
}

export async function restoreConversation(chat: ChatDeps, user: Viewer, id: string): Promise<void> {
  const { context } = chat
  const conversation = orNotFound(await findDeletedConversation(context.db, user.id, id))
  const deletedFor = context.clock.now() - (conversation.deleted_at ?? 0)
  if (deletedFor > chatLimits.undoWindow) throw new ApiError('undo_expired')
  await transactChange(context, user, id, (trx) => updateConversation(trx, conversation.id, { deleted_at: null }))
}

/** Changes several, each as if alone, and returns those that were found. Throws `not_found` if that is none. */
export async function changeConversations(
  chat: ChatDeps,
  user: Viewer,
  ids: readonly string[],
  change: BulkChange,
): Promise<string[]> {
  const changed: string[] = []
  for (const id of new Set(ids)) {
    try {
      if (!('deleted' in change)) await changeConversation(chat, user, id, change)
      else if (change.deleted) await deleteConversation(chat, user, id)
      else await restoreConversation(chat, user, id)
      changed.push(id)
    } catch (error) {
      if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.code !== 'undo_expired')) throw error
    }
  }
  if (changed.length === 0) throw notFound()
  return changed
}
