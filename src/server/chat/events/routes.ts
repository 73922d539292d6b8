import { topicOf } from '#server/core/account-events.ts'
import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { openEventStream } from '#server/http/sse.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import { type AccountChange, accountEventApi, accountEvents } from '#shared/account-events.ts'

/** Milliseconds after which a browser reconnects to a stream that ended. */
const retry = 3_000

/**
 * One stream for each visible tab: the changes of the account's conversations. An idle stream costs a
 * heartbeat and a listener of the bus.
 */
export function accountEventRoutes(context: Context) {
  return handleRoutes(accountEventApi, () => {
    const limitStreams = createStreamLimiter(context)
    return {
      'GET /api/events': async (request, reply) => {
        const { viewer } = request
        if (request.method === 'HEAD') return reply.type('text/event-stream').send()
        limitStreams(viewer.id, reply)
        const stream = openEventStream(request, reply, { retry })
        const siteChanged: AccountChange = { conversationId: null, replyId: null, tabId: null, site: true }
        const unsubscribe = context.settings.subscribe(() => stream.send(accountEvents.changed, '', siteChanged))
        stream.onClose(unsubscribe)
        const leave = await context.bus.subscribe(topicOf(viewer.id), (message) =>
          stream.sendText(accountEvents.changed, '', message),
        )
        stream.onClose(leave)
        stream.send(accountEvents.connected, '', {})
        return reply
      },
    }
  })
}
