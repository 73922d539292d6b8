import { dueShare } from '#engine/memory/plan-block.ts'
import { estimateTokens, messageOverhead } from '#engine/prompt/estimate.ts'
import type { HistoryMessage, Prompt } from '#engine/prompt/input.ts'
import type { Context } from '#server/core/context.ts'
import { JobQueue } from '#server/core/jobs/job-queue.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { type MemoryJob, writeBlocks } from './jobs/write-blocks.ts'
import type { MemoryState } from './memory-state.ts'
import { bumpMemoryVersion, insertAnchor } from './queries.ts'
import type { Recalled } from './recall-memory.ts'

/** The jobs that bring the memory of conversations up to date. They share the model and the thread with the replies. */
export const createMemoryJobs = (context: Context): JobQueue<MemoryJob> =>
  new JobQueue(context, { kind: 'memory', maxRunning: 2, maxAttempts: 5, run: (job) => writeBlocks(context, job) })

/** The budget of the history, in tokens, if the next summary must be prepared for it; null otherwise. */
export function findMemoryDue(
  { isEnabled }: MemoryState,
  { history: { tokens, budget } }: Pick<Prompt, 'history'>,
  history: readonly HistoryMessage[],
  recalled: Recalled | null,
): number | null {
  if (isEnabled && recalled?.isStale) return Math.floor(budget)
  if (!isEnabled || tokens < budget * dueShare) return null
  const uncovered = history.slice(recalled?.uncoveredFrom ?? 0)
  const least = budget * dueShare
  const uncoveredTokens = uncovered.reduce((sum, { content }) => sum + estimateTokens(content) + messageOverhead, 0)
  return uncoveredTokens >= least ? Math.floor(budget) : null
}

/** Records which summary the prompts have that begin at a new anchor, so that it stays until the anchor moves again. */
export async function saveAnchorSummary(
  { transact }: Context,
  { conversationId, memory }: { conversationId: OwnConversationId; memory: MemoryState },
  { anchor, summary }: Prompt,
  history: readonly HistoryMessage[],
): Promise<void> {
  const isBeginning = memory.version === 0 && anchor === history[0]?.id
  if (!memory.isEnabled || anchor === null || isBeginning) return
  await transact(async (trx) => {
    await bumpMemoryVersion(trx, conversationId, 'if-any')
    await insertAnchor(trx, { conversationId, anchorId: anchor, blockId: summary?.id ?? null })
  })
}
