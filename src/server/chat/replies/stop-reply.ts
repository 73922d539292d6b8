import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { ChatDeps } from './chat-deps.ts'
import { requestStop } from './queries.ts'
import { stopRemote } from './remote-replies.ts'

/**
 * Stops a running reply, on any instance. The text so far stays. Another instance is asked over the
 * bus, and by a mark in the row that it reads within a second, so this works without a bus too.
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
