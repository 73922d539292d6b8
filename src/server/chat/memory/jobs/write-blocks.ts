import { planBlock } from '#engine/memory/plan-block.ts'
import { estimateTokens, messageOverhead } from '#engine/prompt/estimate.ts'
import { findAccount } from '#server/accounts/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { RunningJob } from '#server/core/jobs/job-queue.ts'
import { findJobConversation, readPathUp } from '../../tree/queries.ts'
import { memoryState } from '../memory-state.ts'
import { type BlockRow, listBlocks, type MessageText, readTexts } from '../queries.ts'
import { storeBlock } from './store-block.ts'
import { type BlockInput, type JobConversation, writeMemory } from './write-memory.ts'

/**
 * The newest messages for which a model writes summaries and facts. Older ones, as in a chat that was imported, can be
 * recalled and are not summed up: that would be hundreds of requests to the model.
 */
const maxWritten = 400
/** The messages of a block that is indexed without a summary. */
const indexedAtOnce = 100

export interface MemoryJob {
  /** The reply after which it was due: the path to remember ends there. */
  leafId: string
  /** The budget of the verbatim history in the prompts, in tokens. */
  historyTokens: number
}

/** Brings the memory of a conversation up to date: block after block until the next one is not due yet. */
export async function writeBlocks(context: Context, job: RunningJob<MemoryJob>): Promise<void> {
  const { db } = context
  const { row, payload, signal } = job
  const conversation = await openConversation(context, row.key)
  if (!conversation) return
  const { id, character_id: ownId } = conversation
  await rewriteStale(context, job, conversation)
  const uncovered = await readUncovered(db, id, payload.leafId)
  const { path } = uncovered
  let { previous, ids } = uncovered
  const store = async (messages: MessageText[], input: BlockInput | null) => {
    signal.throwIfAborted()
    const written = input && (await writeMemory(context, job, input))
    signal.throwIfAborted()
    previous = [
      await storeBlock(context, job, { conversationId: id, messages, previous: previous[0] ?? null, written, ownId }),
      ...previous,
    ]
  }
  for (; ids.length > maxWritten; ids = ids.slice(indexedAtOnce)) {
    await store(await readTexts(db, id, ids.slice(0, indexedAtOnce)), null)
  }
  let messages = await readTexts(db, id, ids)
  for (let count = due(messages, payload.historyTokens); count > 0; count = due(messages, payload.historyTokens)) {
    const block = messages.slice(0, count)
    await store(block, { conversation, previous, messages: block, path })
    messages = messages.slice(count)
  }
}

/** Writes the blocks again that are out of date, the oldest first, because each summary goes on from the one before it. */
async function rewriteStale(context: Context, job: RunningJob, conversation: JobConversation): Promise<void> {
  const { db } = context
  const { id, character_id: ownId } = conversation
  const stale = (await listBlocks(db, id)).filter(({ is_stale }) => is_stale === 1)
  stale.sort((a, b) => a.last_depth - b.last_depth)
  let left = stale.reduce((sum, { first_depth, last_depth }) => sum + last_depth - first_depth + 1, 0)
  for (const block of stale) {
    job.signal.throwIfAborted()
    const [path, blocks] = await Promise.all([readPathUp(db, id, block.last_message_id), listBlocks(db, id)])
    const byLastMessage = new Map(blocks.map((other) => [other.last_message_id, other]))
    const previous = path.slice(1).flatMap((message) => byLastMessage.get(message.id) ?? [])
    const ids = path.filter(({ depth }) => depth >= block.first_depth).map((message) => message.id)
    const messages = await readTexts(db, id, ids)
    const input = { conversation, previous, messages, path: new Set(path.map((message) => message.id)) }
    const written = left <= maxWritten ? await writeMemory(context, job, input) : null
    job.signal.throwIfAborted()
    await storeBlock(context, job, {
      conversationId: id,
      messages,
      previous: previous[0] ?? null,
      written,
      ownId,
      stale: block,
    })
    left -= block.last_depth - block.first_depth + 1
  }
}

/** Null for a conversation that is deleted or whose memory is off. */
async function openConversation(context: Context, conversationId: string): Promise<JobConversation | null> {
  const { db } = context
  const conversation = await findJobConversation(db, conversationId)
  const account = conversation && (await findAccount(db, conversation.user_id))
  if (!account || !memoryState(context, account, conversation).isEnabled) return null
  return { ...conversation, account }
}

function due(messages: readonly MessageText[], historyTokens: number): number {
  const planned = messages.map(({ role, content }) => ({ role, tokens: estimateTokens(content) + messageOverhead }))
  return planBlock(planned, historyTokens)
}

/** The messages of the path that no block covers, oldest first, and the blocks before them, the newest first. */
async function readUncovered(db: Context['db'], conversationId: JobConversation['id'], leafId: string) {
  const [path, blocks] = await Promise.all([readPathUp(db, conversationId, leafId), listBlocks(db, conversationId)])
  const byLastMessage = new Map(blocks.map((block) => [block.last_message_id, block]))
  const previous = path.flatMap(({ id }) => byLastMessage.get(id) ?? [])
  const newest: BlockRow | undefined = previous[0]
  const covered = newest ? path.findIndex(({ id }) => id === newest.last_message_id) : path.length
  const ids = path
    .slice(0, covered)
    .map(({ id }) => id)
    .reverse()
  return { previous, ids, path: new Set(path.map(({ id }) => id)) }
}
