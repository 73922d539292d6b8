import { findMessage, type OwnMessageRow } from '#server/chat/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { LiveReplies } from './live-replies.ts'
import type { Reader } from './live-reply.ts'
import { subscribeRemote } from './remote-replies.ts'
import { storedClosing } from './stored-reply.ts'

/** How often a reader of another instance's reply looks at the row: the writer may have died, or no bus be there. */
const lookEvery = 500

/**
 * Reads a reply along from `from` characters on, wherever it is: written here, written by another instance, or long
 * finished. Returns how to stop reading.
 */
export function subscribeToReply(
  context: Context,
  liveReplies: LiveReplies,
  row: OwnMessageRow,
  from: number,
  reader: Reader,
): () => void {
  const live = liveReplies.find(row.id)
  if (live) return live.read(from, reader)
  const closing = storedClosing(row)
  if (closing) {
    if (from < row.content.length) reader.onText(row.content.slice(from), row.content.length)
    reader.onEnd(closing)
    return () => {}
  }
  return followElsewhere(context, row, from, reader)
}

function followElsewhere(context: Context, row: OwnMessageRow, from: number, reader: Reader): () => void {
  let have = from
  let over = false
  let unsubscribe = () => {}
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    over = true
    unsubscribe()
    clearTimeout(timer)
  }
  const once: Reader = {
    onText(text, at) {
      if (over || at <= have) return
      reader.onText(text.slice(Math.max(0, text.length - (at - have))), at)
      have = at
    },
    onEnd(closing) {
      if (over) return
      stop()
      reader.onEnd(closing)
    },
  }
  const take = (stored: OwnMessageRow) => {
    if (stored.content.length > have) once.onText(stored.content.slice(have), stored.content.length)
    const closing = storedClosing(stored)
    if (closing) once.onEnd(closing)
  }
  const look = async () => {
    const stored = await findMessage(context.db, row.conversation_id, row.id).catch(() => row)
    if (stored) take(stored)
    if (!over) timer = setTimeout(look, lookEvery)
  }
  take(row)
  timer = setTimeout(look, lookEvery)
  subscribeRemote(context, row.id, have, once)
    .then((leave) => {
      if (over) leave()
      else unsubscribe = leave
    })
    .catch((error: unknown) => context.log.warn({ err: error }, 'no bus to read a reply over'))
  return stop
}
