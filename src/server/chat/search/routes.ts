import { createRoutes } from '#server/http/create-routes.ts'
import { FoundMessages, MessageSearchQuery } from '#shared/message-search.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { searchMessages } from './search-messages.ts'

/** The search of all messages of the viewer's conversations. */
export function messageSearchRoutes(chat: ChatDeps) {
  return createRoutes((app) => {
    app.get(
      '/api/messages',
      {
        config: { access: 'signed-in', limit: 'searchMessages' },
        schema: { querystring: MessageSearchQuery, response: { 200: FoundMessages } },
      },
      async ({ viewer, query }) => searchMessages(chat, viewer, query),
    )
  })
}
