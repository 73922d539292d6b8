import type { ChatDeps } from '../turns/begin-turn.ts'
import { stopRemote } from './remote-replies.ts'

/** Ends a running reply where it stands, on whichever instance writes it. What was said is kept. */
export function stopReply({ context, liveReplies }: ChatDeps, replyId: string): void {
  const live = liveReplies.find(replyId)
  if (live) live.abort.abort('stopped')
  else stopRemote(context, replyId)
}
