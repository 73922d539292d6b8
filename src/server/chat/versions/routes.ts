import { createRoutes } from '#server/http/create-routes.ts'
import { ConversationPage, Message } from '#shared/chat.ts'
import { ById, MessageById } from '#shared/routes.ts'
import { AtLeaf, ChooseLeafRequest, EditReplyRequest, EditTextRequest, ExcludeRequest } from '#shared/versions.ts'
import { readMessage } from '../conversations/open-conversation.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { chooseLeaf } from './choose-leaf.ts'
import { deleteMessage, restoreMessage } from './delete-message.ts'
import { editText } from './edit-text.ts'
import { excludeMessage } from './exclude-message.ts'

const limited = { access: 'signed-in', limit: 'versions', changes: 'conversation' } as const

/** Versions of messages: choosing, editing, deleting and restoring. Each change answers with the newest messages. */
export function versionRoutes(chat: ChatDeps) {
  return createRoutes((app) => {
    const page = { 200: ConversationPage }

    app.put(
      '/api/conversations/:id/leaf',
      { config: limited, schema: { params: ById, body: ChooseLeafRequest, response: page } },
      async ({ viewer, params, body }) => chooseLeaf(chat, viewer, params.id, body),
    )

    app.get(
      '/api/conversations/:id/messages/:messageId',
      { config: { access: 'signed-in' }, schema: { params: MessageById, response: { 200: Message } } },
      async ({ viewer, params }) => readMessage(chat, viewer, params.id, params.messageId),
    )

    app.post(
      '/api/conversations/:id/replies/:messageId/edit',
      { config: limited, schema: { params: MessageById, body: EditReplyRequest, response: page } },
      async ({ viewer, params, body }) =>
        editText(chat, viewer, { conversationId: params.id, messageId: params.messageId, role: 'character', ...body }),
    )

    app.put(
      '/api/conversations/:id/messages/:messageId/text',
      { config: limited, schema: { params: MessageById, body: EditTextRequest, response: page } },
      async ({ viewer, params, body }) =>
        editText(chat, viewer, { conversationId: params.id, messageId: params.messageId, role: 'user', ...body }),
    )

    app.put(
      '/api/conversations/:id/messages/:messageId/excluded',
      { config: limited, schema: { params: MessageById, body: ExcludeRequest, response: page } },
      async ({ viewer, params, body }) =>
        excludeMessage(chat, viewer, { conversationId: params.id, messageId: params.messageId, ...body }),
    )

    app.delete(
      '/api/conversations/:id/messages/:messageId',
      { config: limited, schema: { params: MessageById, querystring: AtLeaf, response: page } },
      async ({ viewer, params, query }) =>
        deleteMessage(chat, viewer, { conversationId: params.id, messageId: params.messageId, ...query }),
    )

    app.post(
      '/api/conversations/:id/messages/:messageId/restore',
      { config: limited, schema: { params: MessageById, body: AtLeaf, response: page } },
      async ({ viewer, params, body }) =>
        restoreMessage(chat, viewer, { conversationId: params.id, messageId: params.messageId, ...body }),
    )
  })
}
