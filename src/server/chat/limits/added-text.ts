import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { deleteTrees } from '../purge/queries.ts'
import { sumAddedBytes } from './queries.ts'

/** Bytes as which a message counts in addition to its text: about what its row and its entries in indexes take. */
export const messageOverhead = 1_000

/** The bytes as which messages with these texts count. */
export const addedBytes = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + messageOverhead + Buffer.byteLength(text), 0)

/** Milliseconds after which an import or a copy that a crash has interrupted is purged, and no longer counts. */
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

/**
 * Throws `added_text_limit` where the account would have stored more text than it can other than by turns, which have
 * limits of their own: with imports, copies, histories and edits of replies.
 */
export async function assertRoomForText(
  { env, clock }: Context,
  db: Queryable,
  viewer: Viewer,
  bytes: number,
): Promise<void> {
  const used = await sumAddedBytes(db, viewer.id, clock.now())
  if (used + bytes <= env.maxAddedTextMb * million) return
  const max = env.maxAddedTextMb.toLocaleString('en')
  const message = `Your imported, copied and edited text takes ${inMb(used)} MB of ${max} MB, and this needs ${inMb(bytes)} MB. Nothing was stored. Delete conversations that you no longer need (their space is free 30 days later), or ask the people who run this site for more.`
  throw new ApiError('added_text_limit', { message })
}

const million = 1_000_000
/** Rounded up, so that a text is never shown as 0 MB. */
const inMb = (bytes: number) => (Math.ceil(bytes / (million / 10)) / 10).toLocaleString('en')
