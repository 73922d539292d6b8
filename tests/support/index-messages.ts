import { expect } from 'vitest'
import { indexMessages as run } from '#server/chat/indexing/index-messages.ts'
import { hasWork } from '#server/chat/indexing/queries.ts'
import type { Context } from '#server/core/context.ts'

/** Waits until the index of the messages is complete. On PostgreSQL the indexer of the server may be at work. */
export async function indexMessages(context: Context): Promise<void> {
  const hasMore = async () => {
    await run(context)
    return hasWork(context.db)
  }
  await expect.poll(hasMore, { timeout: 30_000 }).toBe(false)
}
