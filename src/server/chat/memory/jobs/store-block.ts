import type { WrittenMemory } from '#engine/memory/summary-request.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import { leaseMs } from '#server/core/jobs/job-queue.ts'
import { type JobRow, renewLease } from '#server/core/jobs/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { memoryLimits } from '#shared/memory.ts'
import {
  type BlockRow,
  bumpMemoryVersion,
  countFacts,
  deleteFact,
  type FactRow,
  insertBlock,
  insertFacts,
  listFacts,
  type MessageText,
  updateBlock,
} from '../queries.ts'
import { citing, covering } from '../rows.ts'

interface NewBlock {
  conversationId: OwnConversationId
  messages: readonly MessageText[]
  previous: BlockRow | null
  /** The conversation's own character. */
  ownId: string
  /** Null: the messages can be recalled, and nothing is written about them. */
  written: WrittenMemory | null
  /** The block that is written again; its facts are replaced, except those that the user has written or pinned. */
  stale?: BlockRow
}

/**
 * Stores a block with its facts in one transaction, which fails unless this instance has the lease of the job: a block is
 * stored once, also when two instances have written it.
 */
export async function storeBlock(
  context: Context,
  { row }: { row: JobRow },
  { conversationId, messages, previous, written, ownId, stale }: NewBlock,
): Promise<BlockRow> {
  const now = context.clock.now()
  const block: BlockRow = {
    id: stale?.id ?? context.ids.uuid(),
    conversation_id: conversationId,
    ...covering(messages, previous, ownId),
    summary: written?.summary ?? '',
    is_edited: 0,
    corrected_summary: stale?.corrected_summary ?? null,
    created_at: stale?.created_at ?? now,
    updated_at: now,
  }
  await context.transact(async (trx) => {
    await bumpMemoryVersion(trx, conversationId)
    if (!(await renewLease(trx, row, now + leaseMs))) throw new Error('the lease of the job is lost')
    if (stale) await replaceBlock(trx, block, messages)
    else if (!(await insertBlock(trx, block))) return
    const free = memoryLimits.facts - (await countFacts(trx, conversationId))
    const facts = (written?.facts ?? []).slice(0, Math.max(0, free)).map(({ text, sources }) => ({
      id: context.ids.uuid(),
      conversation_id: conversationId,
      text,
      ...citing(
        messages.filter(({ id }) => sources.includes(id)),
        ownId,
      ),
      is_pinned: 0,
      is_own: 0,
      created_at: now,
      updated_at: now,
    }))
    await insertFacts(trx, facts)
  })
  return block
}

async function replaceBlock(trx: Queryable, block: BlockRow, messages: readonly MessageText[]): Promise<void> {
  const { id, conversation_id, summary, is_edited, corrected_summary, ...changes } = block
  await updateBlock(trx, { conversation_id, id }, changes)
  // Unless the user has written one meanwhile.
  await updateBlock(trx, { conversation_id, id, is_edited: 0 }, { summary })
  const replaced = (await listFacts(trx, conversation_id)).filter((fact) => isReplacedWith(messages, fact))
  for (const { id: factId } of replaced) await deleteFact(trx, conversation_id, factId)
}

/** Whether a fact is written anew with the block of these messages: the user has neither written nor pinned it. */
export function isReplacedWith(messages: readonly MessageText[], { sources, is_own, is_pinned }: FactRow): boolean {
  if (is_own === 1 || is_pinned === 1) return false
  const cited = JSON.parse(sources) as string[]
  return messages.some(({ id }) => cited.includes(id))
}
