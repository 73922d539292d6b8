import { characterScope } from '#server/characters/character-scope.ts'
import type { Context } from '#server/core/context.ts'
import { createOwnedId, type OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { type Conversation, chatLimits } from '#shared/chat.ts'
import { findListedConversation } from '../conversations/list/queries.ts'
import { viewConversation } from '../conversations/view.ts'
import { incompleteLifetime, storeWhole } from '../purge/store-whole.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import {
  type ConversationRow,
  findMessage,
  insertConversation,
  type MessageRow,
  readMessages,
  readPathUp,
  saveConversationSearch,
  updateConversation,
} from '../tree/queries.ts'
import { copySuffix } from '../tree/title.ts'
import { transactChange } from '../tree/transact-change.ts'
import { startConversation } from '../turns/queries.ts'
import { copyParticipants, insertCopies } from './queries.ts'

/** Messages that are copied without a pause for other requests. */
const batchSize = 50

/**
 * Copies the path to a message, without other versions, to a new conversation. It is not charged, and does not count as
 * a chat of the character.
 */
export async function copyConversation(
  { context }: ChatDeps,
  viewer: Viewer,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<Conversation> {
  const { db, clock } = context
  const original = await getOwnConversation(db, viewer, conversationId)
  const leaf = orNotFound(await findMessage(db, original.id, messageId))
  if (leaf.status === 'streaming') {
    throw new ApiError('turn_in_progress', { details: { conversationId: original.id, messageId } })
  }
  const now = clock.now()
  const path = (await readPathUp(db, original.id, leaf.id)).reverse()
  const copy = copyOf(context, original, now)
  await storeWhole(context, async (stored) => {
    stored.push(copy.id)
    await insertConversation(db, copy)
    const ids = path.map(({ id }) => id)
    const copies = await copyPath(context, { original, copy }, ids)
    await transactChange(context, viewer, copy.id, async (trx) => {
      await copyParticipants(trx, { from: original.id, to: copy.id })
      await updateConversation(trx, copy.id, { active_leaf_id: copies.get(leaf.id) ?? null })
      const started = await startConversation(trx, { conversationId: copy.id, title: copy.title, now })
      if (started) await saveConversationSearch(trx, started)
    })
  })
  const listed = orNotFound(await findListedConversation(db, viewer.id, copy.id))
  return viewConversation(listed, characterScope(context, viewer))
}

/** The copy is listed once it is complete; an incomplete one expires. */
function copyOf({ ids }: Context, original: ConversationRow, now: number): ConversationRow {
  const title = original.title || original.character_name
  return {
    ...original,
    id: createOwnedId<OwnConversationId>(ids),
    title: `${title.slice(0, chatLimits.title - copySuffix.length)}${copySuffix}`,
    active_leaf_id: null,
    running_reply_id: null,
    created_at: now,
    started_at: null,
    expires_at: now + incompleteLifetime,
    updated_at: now,
    pinned_at: null,
    archived_at: null,
  }
}

/** The ids of the copies by those of the originals. */
async function copyPath(
  context: Context,
  { original, copy }: { original: ConversationRow; copy: ConversationRow },
  path: string[],
): Promise<Map<string, string>> {
  const copies = new Map(path.map((id) => [id, context.ids.uuid()]))
  for (let from = 0; from < path.length; from += batchSize) {
    const rows = await readMessages(context.db, original.id, path.slice(from, from + batchSize))
    const copied = rows.map(
      (row): MessageRow => ({
        ...row,
        id: copies.get(row.id) ?? context.ids.uuid(),
        conversation_id: copy.id,
        parent_id: row.parent_id === null ? null : (copies.get(row.parent_id) ?? null),
        idempotency_key: null,
        last_leaf_id: null,
        anchor_id: copies.get(row.anchor_id ?? '') ?? null,
        stop_requested_at: null,
        copied_from: row.copied_from ?? row.id,
      }),
    )
    await context.transact((trx) => insertCopies(trx, copied))
  }
  return copies
}
