import { handleRoutes } from '#server/http/handle-routes.ts'
import { messageSearchApi } from '#shared/message-search.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { searchMessages } from './search-messages.ts'

/** The search of all messages of the viewer's conversations. */
export function messageSearchRoutes(chat: ChatDeps) {
  return handleRoutes(messageSearchApi, () => ({
    'GET /api/messages': ({ viewer, query }) => searchMessages(chat, viewer, query),
  }))
}
