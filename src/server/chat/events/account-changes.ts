import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { type AccountChange, tabIdHeader } from '#shared/account-events.ts'

/** On the bus: the changes of one account, for the instances on which it has open streams. */
export const topicOf = (userId: string) => `account:${userId}`

/** Tells the account's open tabs, on all instances, that something changed. Call it after the commit. */
export function publishChange({ bus }: Context, userId: string, change: AccountChange): void {
  bus.publish(topicOf(userId), JSON.stringify(change))
}

/** A reply began or ended. */
export function publishReply(context: Context, reply: { userId: string; conversationId: string; id: string }): void {
  const { userId, conversationId, id } = reply
  publishChange(context, userId, { conversationId, replyId: id, tabId: null })
}

/**
 * Publishes each successful request to the routes of this scope (`/api/conversations/:id…`, folders, imports) as a
 * change. The routes of turns are in another scope, because a reply publishes its beginning and end itself.
 */
export function publishChanges(scope: FastifyInstance, context: Context): void {
  scope.addHook('onResponse', async (request, reply) => {
    const { signedInViewer: viewer, method } = request
    if (!viewer || method === 'GET' || method === 'HEAD' || reply.statusCode >= 300) return
    const conversationId = changedConversation(request)
    if (conversationId !== undefined) {
      publishChange(context, viewer.id, { conversationId, replyId: null, tabId: readTabId(request) })
    }
  })
}

function changedConversation(request: FastifyRequest): string | null | undefined {
  const { url = '' } = request.routeOptions
  if (url.startsWith('/api/conversations/:id')) return (request.params as { id: string }).id
  return url.startsWith('/api/folders') || url === '/api/conversations/import' ? null : undefined
}

function readTabId({ headers }: FastifyRequest): string | null {
  const value = headers[tabIdHeader]
  return typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : null
}
