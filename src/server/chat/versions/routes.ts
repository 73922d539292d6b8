import { handleRoutes } from '#server/http/handle-routes.ts'
import { versionApi } from '#shared/versions.ts'
import { readMessage } from '../conversations/open-conversation.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { chooseLeaf, deleteMessage, excludeMessage, restoreMessage } from './change-tree.ts'
import { editText } from './edit-text.ts'

/** Versions of messages: choosing, editing, deleting and restoring. */
export function versionRoutes(chat: ChatDeps) {
  const idsOf = ({ id, messageId }: { id: string; messageId: string }) => ({ conversationId: id, messageId })
  return handleRoutes(versionApi, () => ({
    'PUT /api/conversations/:id/leaf': ({ viewer, params, body }) =>
      chooseLeaf(chat, viewer, { conversationId: params.id, ...body }),
    'GET /api/conversations/:id/messages/:messageId': ({ viewer, params }) =>
      readMessage(chat, viewer, params.id, params.messageId),
    'POST /api/conversations/:id/replies/:messageId/edit': ({ viewer, params, body }) =>
      editText(chat, viewer, { ...idsOf(params), role: 'character', ...body }),
    'PUT /api/conversations/:id/messages/:messageId/text': ({ viewer, params, body }) =>
      editText(chat, viewer, { ...idsOf(params), role: 'user', ...body }),
    'PUT /api/conversations/:id/messages/:messageId/excluded': ({ viewer, params, body }) =>
      excludeMessage(chat, viewer, { ...idsOf(params), ...body }),
    'DELETE /api/conversations/:id/messages/:messageId': ({ viewer, params, query }) =>
      deleteMessage(chat, viewer, { ...idsOf(params), ...query }),
    'POST /api/conversations/:id/messages/:messageId/restore': ({ viewer, params, body }) =>
      restoreMessage(chat, viewer, { ...idsOf(params), ...body }),
  }))
}
