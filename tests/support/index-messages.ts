import { expect } from 'vitest'
import { MessageIndexer } from '#server/chat/indexing/index-messages.ts'
import { hasWork } from '#server/chat/indexing/queries.ts'
import type { Context } from '#server/core/context.ts'

/** Waits until the index of the messages is complete. On PostgreSQL the indexer of the server may be at work. */
export async function indexMessages(context: Context): Promise<void> {
  const run = async () => {
    await new MessageIndexer(context).run()
    return hasWork(context.db)
  }
  await expect.poll(run, { timeout: 30_000 }).toBe(false)
}
