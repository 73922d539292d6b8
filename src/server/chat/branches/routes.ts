import { notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { branchApi } from '#shared/branches.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { saveBranchName } from '../tree/versions/queries.ts'
import { copyConversation } from './copy-conversation.ts'
import { readStoryMap } from './read-map.ts'

/** Branches of a conversation: the map of all, their names, and copies as conversations of their own. */
export function branchRoutes(chat: ChatDeps) {
  const { db } = chat.context
  return handleRoutes(branchApi, () => ({
    'GET /api/conversations/:id/map': ({ viewer, params }) => readStoryMap(db, viewer, params.id),
    'PUT /api/conversations/:id/messages/:messageId/name': async ({ viewer, params, body }) => {
      const conversation = await getOwnConversation(db, viewer, params.id)
      const named = { id: params.messageId, name: body.name || null }
      if (!(await saveBranchName(db, conversation.id, named))) throw notFound()
    },
    'POST /api/conversations/:id/copy': async ({ viewer, params, body }) => ({
      conversation: await copyConversation(chat, viewer, { conversationId: params.id, ...body }),
    }),
  }))
}
