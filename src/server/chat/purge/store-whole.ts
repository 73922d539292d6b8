import type { Context } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { deleteTrees } from './queries.ts'

/** Milliseconds after which an import or a copy that a crash has interrupted is purged. */
export const incompleteLifetime = 60 * 60 * 1000

/** Runs what stores text in several transactions. If it fails, what it has stored so far is deleted. */
export async function storeWhole<T>(
  { db }: Context,
  store: (conversationIds: OwnConversationId[]) => Promise<T>,
): Promise<T> {
  const stored: OwnConversationId[] = []
  try {
    return await store(stored)
  } catch (error) {
    // While the database does not answer, the rest stays and expires.
    await deleteTrees(db, stored).catch(() => {})
    throw error
  }
}
