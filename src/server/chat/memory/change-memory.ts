import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, changedElsewhere, notFound, orNotFound } from '#server/http/api-error.ts'
import { type FactPatch, type MemoryFact, memoryLimits, type NewFact } from '#shared/memory.ts'
import { assertAllowedIn } from '../screening/screen-conversation.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { type ConversationRow, updateConversation } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'
import { openFact } from './open-memory.ts'
import {
  bumpMemoryVersion,
  clearCorrection,
  countFacts,
  deleteFact,
  type FactRow,
  findBlock,
  findFact,
  insertFacts,
  readTexts,
  updateBlock,
  updateFact,
} from './queries.ts'
import { citing } from './rows.ts'

/** Switches the memory of a conversation on or off. What is stored stays, and is not used while it is off. */
export async function switchMemory(context: Context, viewer: Viewer, id: string, isEnabled: boolean): Promise<void> {
  const conversation = await getOwnConversation(context.db, viewer, id)
  await transactChange(context, viewer, conversation.id, (trx) =>
    updateConversation(trx, conversation.id, { has_memory: isEnabled ? 1 : 0 }),
  )
}

/** An item of the memory of a conversation. */
interface Item {
  conversationId: string
  id: string
}

/** Runs a change of the memory in a transaction and publishes it. Throws for a text that the policy does not let pass. */
async function changeMemory<T>(
  context: Context,
  viewer: Viewer,
  { conversationId, text }: { conversationId: string; text?: string | undefined },
  change: (trx: Queryable, conversation: ConversationRow) => Promise<T>,
): Promise<T> {
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  if (text !== undefined) await assertAllowedIn(context, viewer, conversation, { kind: 'message', text })
  return transactChange(context, viewer, conversation.id, async (trx) => {
    // Locks the conversation too.
    await bumpMemoryVersion(trx, conversation.id)
    return change(trx, conversation)
  })
}

export function changeSummary(
  context: Context,
  viewer: Viewer,
  summary: Item & { text: string; seen?: string },
): Promise<void> {
  const { id, text, seen } = summary
  return changeMemory(context, viewer, summary, async (trx, conversation) => {
    const block = seen === undefined ? undefined : await findBlock(trx, conversation.id, id)
    if (block && block.summary !== seen && block.corrected_summary !== seen) throw changedElsewhere()
    const changes = { summary: text, is_edited: 1, corrected_summary: null, updated_at: context.clock.now() }
    if (!(await updateBlock(trx, { conversation_id: conversation.id, id }, changes))) throw notFound()
  })
}

/** Deletes a correction that waits for a review. The summary that was written since then stays. */
export function dropCorrection(context: Context, viewer: Viewer, correction: Item): Promise<void> {
  return changeMemory(context, viewer, correction, async (trx, conversation) => {
    if (!(await clearCorrection(trx, conversation.id, correction.id))) throw notFound()
  })
}

/** Adds a fact in the user's words. Its sources, if any, must be messages of the conversation. */
export async function addFact(
  context: Context,
  viewer: Viewer,
  conversationId: string,
  { text, sources, pinned }: NewFact,
): Promise<MemoryFact> {
  const added = await changeMemory(context, viewer, { conversationId, text }, async (trx, conversation) => {
    const now = context.clock.now()
    const fact: FactRow = {
      id: context.ids.uuid(),
      conversation_id: conversation.id,
      text,
      ...citing(await readTexts(trx, conversation.id, sources), conversation.character_id),
      is_pinned: pinned ? 1 : 0,
      is_own: 1,
      created_at: now,
      updated_at: now,
    }
    if ((await countFacts(trx, conversation.id)) >= memoryLimits.facts) {
      const message = `A conversation remembers at most ${memoryLimits.facts} facts. Delete one that no longer matters, then try again.`
      throw new ApiError('bad_request', { message })
    }
    await insertFacts(trx, [fact])
    return { conversation, fact }
  })
  return openFact(context, added)
}

export async function changeFact(context: Context, viewer: Viewer, patch: Item & FactPatch): Promise<MemoryFact> {
  const { id, text, pinned, seen } = patch
  const changed = await changeMemory(context, viewer, patch, async (trx, conversation) => {
    const before = seen === undefined ? undefined : await findFact(trx, conversation.id, id)
    if (before && before.text !== seen) throw changedElsewhere()
    await updateFact(trx, conversation.id, id, {
      ...(text === undefined ? {} : { text, is_own: 1 }),
      ...(pinned === undefined ? {} : { is_pinned: pinned ? 1 : 0 }),
      updated_at: context.clock.now(),
    })
    const fact = orNotFound(await findFact(trx, conversation.id, id))
    return { conversation, fact }
  })
  return openFact(context, changed)
}

export function removeFact(context: Context, viewer: Viewer, fact: Item): Promise<void> {
  return changeMemory(context, viewer, fact, async (trx, conversation) => {
    if (!(await deleteFact(trx, conversation.id, fact.id))) throw notFound()
  })
}
