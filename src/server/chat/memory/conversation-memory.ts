import { dueShare } from '#engine/memory/plan-block.ts'
import { estimateTokens, messageOverhead } from '#engine/prompt/estimate.ts'
import type { HistoryMessage, Prompt } from '#engine/prompt/input.ts'

import type { Context } from '#server/core/context.ts'
import { JobQueue } from '#server/core/jobs/job-queue.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Account } from '#server/core/viewer.ts'
import { nameIn, type SceneTurn } from '../scenes/scene.ts'
import { type MemoryJob, writeBlocks } from './jobs/write-blocks.ts'
import type { MemoryState } from './memory-state.ts'
import { bumpMemoryVersion, insertAnchor } from './queries.ts'
import { type Recalled, recallMemory } from './recall-memory.ts'

/** What is remembered for: a reply, a draft of the player's next message (`impersonate`), or a greeting. */
interface RememberedFor {
  /** Null for a greeting, which is written before its conversation. */
  conversationId: OwnConversationId | null
  viewer: Account
  character: { id: string }
  kind: string
  memory: MemoryState
  sceneTurn?: SceneTurn
}

/** The messages of the path that the speaker knows, and the anchor of the previous prompt. */
interface Known {
  history: readonly HistoryMessage[]
  anchor: string | null
}

/** What conversations remember: read for a prompt, and brought up to date after a reply. */
export class ConversationMemory {
  /** They share the model and the thread with the replies. */
  readonly jobs: JobQueue<MemoryJob>
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
    this.jobs = new JobQueue(context, {
      kind: 'memory',
      maxRunning: 2,
      maxAttempts: 5,
      run: (job) => writeBlocks(context, job),
    })
  }

  /** The memory for the prompt of a turn. A failure is logged, and the reply is then written without a memory. */
  async recall(job: RememberedFor, { history, anchor }: Known): Promise<Recalled | null> {
    const { conversationId, memory: state, viewer, sceneTurn } = job
    if (!state.isEnabled || state.version === 0 || conversationId === null) return null
    const characterId = job.kind === 'impersonate' ? null : job.character.id
    const nameOf = sceneTurn ? nameIn(sceneTurn.scene) : null
    try {
      const request = {
        conversationId,
        state,
        anchor,
        userId: viewer.id,
        ownId: sceneTurn?.scene.ownId ?? job.character.id,
        characterId,
        nameOf,
        history,
      }
      return await recallMemory(this.#context, request)
    } catch (error) {
      this.#context.log.error({ err: error, conversation: conversationId }, 'reading the memory of a prompt failed')
      return null
    }
  }
}

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
