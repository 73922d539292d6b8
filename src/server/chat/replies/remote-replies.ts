import type { Context } from '#server/core/context.ts'
import type { LiveReplies } from './live-replies.ts'
import type { Closing, Reader } from './live-reply.ts'

/**
 * Replies between instances. The writer of a reply keeps its text; a reader elsewhere asks on the bus, the writer
 * answers with all it has and from then on publishes what comes. Nobody asking costs nothing.
 */
const asked = 'replies:asked'
const stopped = 'replies:stopped'
const topicOf = (replyId: string) => `reply:${replyId}`

type Frame = { at: number; text: string } | { closing: Closing; text: string }

/** Answers for the replies this instance writes. Returns how to stop answering. */
export async function publishReplies(context: Context, liveReplies: LiveReplies): Promise<() => void> {
  if (!context.bus.distributed) return () => {}
  const published = new Map<string, () => void>()
  const unsubscribes = await Promise.all([
    context.bus.subscribe(asked, (replyId) => {
      const reply = liveReplies.find(replyId)
      if (!reply) return
      published.get(replyId)?.()
      const publish = (frame: Frame) => context.bus.publish(topicOf(replyId), JSON.stringify(frame))
      published.set(
        replyId,
        reply.read(0, {
          onText: (text, at) => publish({ at: at - text.length, text }),
          onEnd(closing) {
            publish({ closing, text: reply.text })
            published.delete(replyId)
          },
        }),
      )
    }),
    context.bus.subscribe(stopped, (replyId) => liveReplies.find(replyId)?.abort.abort('stopped')),
  ])
  return () => {
    for (const unsubscribe of [...unsubscribes, ...published.values()]) unsubscribe()
  }
}

export function stopRemote(context: Context, replyId: string): void {
  context.bus.publish(stopped, replyId)
}

/** Reads a reply another instance writes, from `from` characters on. Frames may overlap or repeat; text does not. */
export async function subscribeRemote(
  context: Context,
  replyId: string,
  from: number,
  reader: Reader,
): Promise<() => void> {
  if (!context.bus.distributed) return () => {}
  let have = from
  const take = (text: string, at: number) => {
    const fresh = text.slice(Math.max(0, have - at))
    if (at > have || fresh === '') return
    have = at + text.length
    reader.onText(fresh, have)
  }
  const unsubscribe = await context.bus.subscribe(topicOf(replyId), (message) => {
    const frame = JSON.parse(message) as Frame
    if (!('closing' in frame)) return take(frame.text, frame.at)
    take(frame.text, 0)
    reader.onEnd(frame.closing)
  })
  context.bus.publish(asked, replyId)
  return unsubscribe
}
