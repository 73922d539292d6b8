import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, changedElsewhere, notFound } from '#server/http/api-error.ts'
import { type FactPatch, type MemoryFact, memoryLimits, type NewFact } from '#shared/memory.ts'
import { assertAllowedIn } from '../screening/screen-conversation.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { transactChange } from '../tree/transact-change.ts'
import { writeAudience } from './audiences.ts'
import { openFact } from './open-memory.ts'
import {
  bumpMemoryVersion,
  clearCorrection,
  countFacts,
  deleteFact,
  type FactRow,
  findBlock,
  findFact,
  findSources,
  insertFacts,
  setConversationMemory,
  updateBlock,
  updateFact,
} from './queries.ts'

/** Switches the memory of a conversation on or off. What is stored stays, and is not used while it is off. */
export async function switchMemory(context: Context, viewer: Viewer, id: string, isEnabled: boolean): Promise<void> {
  const conversation = await getOwnConversation(context.db, viewer, id)
  await transactChange(context, viewer, conversation.id, (trx) =>
    setConversationMemory(trx, conversation.id, isEnabled),
  )
}

/** Runs a change of the memory in a transaction and publishes it. */
function changeIn<T>(
  context: Context,
  viewer: Viewer,
  id: OwnConversationId,
  change: (trx: Queryable) => Promise<T>,
): Promise<T> {
  return transactChange(context, viewer, id, async (trx) => {
    await bumpMemoryVersion(trx, id)
    return change(trx)
  })
}

export async function changeSummary(
  context: Context,
  viewer: Viewer,
  { conversationId, id, text, seen }: { conversationId: string; id: string; text: string; seen?: string },
): Promise<void> {
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  await assertAllowedIn(context, viewer, conversation, { kind: 'message', text })
  const changes = { summary: text, is_edited: 1, corrected_summary: null, updated_at: context.clock.now() }
  await changeIn(context, viewer, conversation.id, async (trx) => {
    // Locked with the conversation: see `bumpMemoryVersion`.
    const block = seen === undefined ? undefined : await findBlock(trx, conversation.id, id)
    if (block && block.summary !== seen && block.corrected_summary !== seen) throw changedElsewhere()
    if (!(await updateBlock(trx, conversation.id, id, changes))) throw notFound()
  })
}

/** Deletes a correction that waits for a review. The summary that was written since then stays. */
export async function dropCorrection(
  context: Context,
  viewer: Viewer,
  { conversationId, id }: { conversationId: string; id: string },
): Promise<void> {
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  await transactChange(context, viewer, conversation.id, async (trx) => {
    if (!(await clearCorrection(trx, conversation.id, id))) throw notFound()
  })
}

/** Adds a fact in the user's words. Its sources, if any, must be messages of the conversation. */
export async function addFact(
  context: Context,
  viewer: Viewer,
  conversationId: string,
  { text, sources, pinned }: NewFact,
): Promise<MemoryFact> {
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  await assertAllowedIn(context, viewer, conversation, { kind: 'message', text })
  const now = context.clock.now()
  const cited = await findSources(context.db, conversation.id, sources)
  const fact: FactRow = {
    id: context.ids.uuid(),
    conversation_id: conversation.id,
    text,
    sources: JSON.stringify(cited.map((source) => source.id)),
    audience: writeAudience(cited, conversation.character_id),
    is_pinned: pinned ? 1 : 0,
    is_own: 1,
    created_at: now,
    updated_at: now,
  }
  await changeIn(context, viewer, conversation.id, async (trx) => {
    if ((await countFacts(trx, conversation.id)) >= memoryLimits.facts) {
      const message = `A conversation remembers at most ${memoryLimits.facts} facts. Delete one that no longer matters, then try again.`
      throw new ApiError('bad_request', { message })
    }
    await insertFacts(trx, [fact])
  })
  return openFact(context, conversation, fact)
}

export async function changeFact(
  context: Context,
  viewer: Viewer,
  change: { conversationId: string; id: string } & FactPatch,
): Promise<MemoryFact> {
  const { id, text, pinned, seen } = change
  const conversation = await getOwnConversation(context.db, viewer, change.conversationId)
  if (text !== undefined) await assertAllowedIn(context, viewer, conversation, { kind: 'message', text })
  const fact = await changeIn(context, viewer, conversation.id, async (trx) => {
    const before = seen === undefined ? undefined : await findFact(trx, conversation.id, id)
    if (before && before.text !== seen) throw changedElsewhere()
    const isFound = await updateFact(trx, conversation.id, id, {
      ...(text === undefined ? {} : { text, is_own: 1 }),
      ...(pinned === undefined ? {} : { is_pinned: pinned ? 1 : 0 }),
      updated_at: context.clock.now(),
    })
    const changed = isFound ? await findFact(trx, conversation.id, id) : undefined
    if (!changed) throw notFound()
    return changed
  })
  return openFact(context, conversation, fact)
}

export async function removeFact(
  context: Context,
  viewer: Viewer,
  { conversationId, id }: { conversationId: string; id: string },
): Promise<void> {
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  await changeIn(context, viewer, conversation.id, async (trx) => {
    if (!(await deleteFact(trx, conversation.id, id))) throw notFound()
  })
}
