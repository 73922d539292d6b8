import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { requestStop } from './queries.ts'
import { stopRemote } from './remote-replies.ts'

/**
 * Stops a running reply, on whichever instance generates it. The text so far is kept. Another instance is asked over the
 * bus, and in the row, which it reads within a second: so it stops without a bus as well.
 */
export async function stopReply(
  { context, liveReplies }: ChatDeps,
  conversationId: OwnConversationId,
  replyId: string,
): Promise<void> {
  const live = liveReplies.find(replyId)
  if (live) return live.abortController.abort('stopped')
  await requestStop(context.db, conversationId, replyId, context.clock.now())
  stopRemote(context, replyId)
}
