import type { ChatDeps } from '../chat-deps.ts'
import { stopRemote } from './remote-replies.ts'

/** Stops a running reply, on whichever instance generates it. The text so far is kept. */
export function stopReply({ context, liveReplies }: ChatDeps, replyId: string): void {
  const live = liveReplies.find(replyId)
  if (live) live.abortController.abort('stopped')
  else stopRemote(context, replyId)
}
