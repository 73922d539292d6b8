import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { AtLeaf, ChooseLeafRequest, ConversationPage, EditReplyRequest, Message } from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { readMessage } from '../conversations/open-conversation.ts'
import { chooseLeaf } from './choose-leaf.ts'
import { deleteMessage, restoreMessage } from './delete-message.ts'
import { editReply } from './edit-reply.ts'

const ById = z.object({ id: z.string().max(64) })
const MessageById = ById.extend({ messageId: z.string().max(64) })

/** Versions of messages: choosing, editing, deleting and restoring. Each change answers with the newest messages. */
export function versionRoutes(chat: ChatDeps) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const assertRate = createLimiter(app, chat.context, limits.versions)
    const page = { 200: ConversationPage }

    app.put(
      '/api/conversations/:id/leaf',
      { config: { access: 'signed-in' }, schema: { params: ById, body: ChooseLeafRequest, response: page } },
      async ({ viewer, params, body }) => {
        await assertRate(viewer.id)
        return chooseLeaf(chat, viewer, params.id, body)
      },
    )

    app.get(
      '/api/conversations/:id/messages/:messageId',
      { config: { access: 'signed-in' }, schema: { params: MessageById, response: { 200: Message } } },
      async ({ viewer, params }) => readMessage(chat, viewer, params.id, params.messageId),
    )

    app.post(
      '/api/conversations/:id/replies/:messageId/edit',
      { config: { access: 'signed-in' }, schema: { params: MessageById, body: EditReplyRequest, response: page } },
      async ({ viewer, params, body }) => {
        await assertRate(viewer.id)
        return editReply(chat, viewer, { conversationId: params.id, messageId: params.messageId, ...body })
      },
    )

    app.delete(
      '/api/conversations/:id/messages/:messageId',
      { config: { access: 'signed-in' }, schema: { params: MessageById, querystring: AtLeaf, response: page } },
      async ({ viewer, params, query }) => {
        await assertRate(viewer.id)
        return deleteMessage(chat, viewer, { conversationId: params.id, messageId: params.messageId, ...query })
      },
    )

    app.post(
      '/api/conversations/:id/messages/:messageId/restore',
      { config: { access: 'signed-in' }, schema: { params: MessageById, body: AtLeaf, response: page } },
      async ({ viewer, params, body }) => {
        await assertRate(viewer.id)
        return restoreMessage(chat, viewer, { conversationId: params.id, messageId: params.messageId, ...body })
      },
    )
  }
}
