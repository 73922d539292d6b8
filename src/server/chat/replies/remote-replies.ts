import type { Context } from '#server/core/context.ts'
import type { LiveReplies } from './live-replies.ts'
import type { ReplyEnd, ReplySubscriber } from './live-reply.ts'

/*
 * Replies that another instance generates, over the bus. A subscriber publishes a request; the instance that generates
 * the reply answers with its whole text and from then on publishes what is appended. A reply without remote subscribers
 * costs nothing.
 */
const requestTopic = 'replies:requested'
const stopTopic = 'replies:stopped'
const topicOf = (replyId: string) => `reply:${replyId}`

/** `from`: where the text begins in the reply. The end carries the whole text. */
type Frame =
  | { from: number; text: string }
  | { replace: string }
  | { isLoading: true }
  | { end: ReplyEnd; text: string }

/** Publishes replies of this instance to the instances that ask for them. Returns a function that stops it. */
export async function publishReplies(context: Context, liveReplies: LiveReplies): Promise<() => void> {
  if (!context.bus.isDistributed) return () => {}
  const published = new Map<string, () => void>()
  const unsubscribes = await Promise.all([
    context.bus.subscribe(requestTopic, (replyId) => {
      const reply = liveReplies.find(replyId)
      if (!reply) return
      published.get(replyId)?.()
      const publish = (frame: Frame) => context.bus.publish(topicOf(replyId), JSON.stringify(frame))
      const unsubscribe = reply.subscribe(0, {
        onText: (text, length) => publish({ from: length - text.length, text }),
        onReplace: (text) => publish({ replace: text }),
        onLoading: () => publish({ isLoading: true }),
        onEnd(end) {
          publish({ end, text: reply.text })
          published.delete(replyId)
        },
      })
      published.set(replyId, unsubscribe)
    }),
    context.bus.subscribe(stopTopic, (replyId) => liveReplies.find(replyId)?.abortController.abort('stopped')),
  ])
  return () => {
    for (const unsubscribe of [...unsubscribes, ...published.values()]) unsubscribe()
  }
}

export function stopRemote(context: Context, replyId: string): void {
  context.bus.publish(stopTopic, replyId)
}

/**
 * Subscribes to a reply of another instance. Frames may overlap or repeat, and some may be missing. Does nothing without a bus
 * between instances.
 */
export async function subscribeRemote(
  context: Context,
  replyId: string,
  subscriber: ReplySubscriber,
): Promise<() => void> {
  if (!context.bus.isDistributed) return () => {}
  const unsubscribe = await context.bus.subscribe(topicOf(replyId), (message) => {
    const frame = JSON.parse(message) as Frame
    if ('isLoading' in frame) return subscriber.onLoading()
    if ('replace' in frame) return subscriber.onReplace(frame.replace)
    const { from, text } = 'from' in frame ? frame : { ...frame, from: 0 }
    subscriber.onText(text, from + text.length)
    if ('end' in frame) subscriber.onEnd(frame.end)
  })
  context.bus.publish(requestTopic, replyId)
  return unsubscribe
}
