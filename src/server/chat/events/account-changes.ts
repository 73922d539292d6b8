import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publishChange } from '#server/core/account-events.ts'
import type { Context } from '#server/core/context.ts'
import { tabIdHeader } from '#shared/account-events.ts'
import type { Route } from '#shared/routes.ts'

/** A reply began or ended. */
export function publishReply(context: Context, reply: { userId: string; conversationId: string; id: string }): void {
  const { userId, conversationId, id } = reply
  publishChange(context, userId, { conversationId, replyId: id, tabId: null })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    changes?: Route['changes']
  }
}

/** Publishes each successful request to a route that declares `changes`. Turns do not: their replies publish themselves. */
export function publishChanges(app: FastifyInstance, context: Context): void {
  app.addHook('onRoute', (route) => {
    const changes = route.config?.changes
    if (!changes) return
    const publish = async (request: FastifyRequest, reply: FastifyReply) => {
      const { signedInViewer: viewer, params } = request
      if (!viewer || reply.statusCode >= 300) return
      const conversationId = changes === 'conversation' ? (params as { id: string }).id : null
      publishChange(context, viewer.id, { conversationId, replyId: null, tabId: readTabId(request) })
    }
    route.onResponse = [...[route.onResponse ?? []].flat(), publish]
  })
}

function readTabId({ headers }: FastifyRequest): string | null {
  const value = headers[tabIdHeader]
  return typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : null
}
