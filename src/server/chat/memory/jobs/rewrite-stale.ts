import type { Context } from '#server/core/context.ts'
import type { RunningJob } from '#server/core/jobs/job-queue.ts'
import { listBlocks, readPathUp, readTexts } from '../queries.ts'
import { storeBlock } from './store-block.ts'
import { type JobConversation, writeMemory } from './write-memory.ts'

/**
 * Writes the blocks again that are out of date, the oldest first, because each summary goes on from the one before it.
 *
 * @param options `maxWritten`: for how many of the newest messages in them a summary is written
 */
export async function rewriteStale(
  context: Context,
  job: RunningJob,
  { conversation, maxWritten }: { conversation: JobConversation; maxWritten: number },
): Promise<void> {
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
