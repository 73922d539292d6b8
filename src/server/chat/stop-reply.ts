import type { Chat } from './begin-turn.ts'
import { stopElsewhere } from './replies/relay.ts'

/** Ends a running reply where it stands, on whichever instance writes it. What was said is kept. */
export function stopReply({ context, desk }: Chat, replyId: string): void {
  const live = desk.find(replyId)
  if (live) live.abort.abort('stopped')
  else stopElsewhere(context, replyId)
}
