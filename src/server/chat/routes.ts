import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { wantsEventStream } from '#server/http/sse.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import {
  BegunTurn,
  ChatRequest,
  ChatResponse,
  ContinueRequest,
  DraftRequest,
  EditMessageRequest,
  GreetingRequest,
  GreetingResponse,
  ModelInfo,
  RegenerateRequest,
} from '#shared/chat.ts'
import type { ChatDeps } from './chat-deps.ts'
import { getOwnConversation } from './conversations/get-own-conversation.ts'
import { stopReply } from './replies/stop-reply.ts'
import { awaitReply, findReplySource, readLastEventId, streamReply, turnSource } from './replies/stream-reply.ts'
import { continueReply } from './turns/continue-reply.ts'
import { draftMessage } from './turns/draft-message.ts'
import { editMessage } from './turns/edit-message.ts'
import { generateGreeting } from './turns/generate-greeting.ts'
import { regenerateReply } from './turns/regenerate-reply.ts'
import { sendMessage } from './turns/send-message.ts'

const ById = z.object({ id: z.string().max(64) })
const ReplyById = ById.extend({ messageId: z.string().max(64) })
const FromEvent = z.object({ lastEventId: z.string().max(20).optional() })

/** Turns: sending a message, generating another reply, subscribing to a reply and stopping it. */
export function chatRoutes(chat: ChatDeps) {
  const { context } = chat
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const assertChatRate = createLimiter(app, context, limits.chat)
    const assertEventsRate = createLimiter(app, context, limits.events)
    const limitStreams = createStreamLimiter(context)
    const assertGreetingRate = createLimiter(app, context, limits.greeting)

    app.post(
      '/api/chat',
      { config: { access: 'signed-in' }, schema: { body: ChatRequest } },
      async (request, reply) => {
        const { viewer } = request
        await assertChatRate(viewer.id)
        if (wantsEventStream(request)) limitStreams(viewer.id, reply)
        const source = turnSource(chat, await sendMessage(chat, viewer, request.body))
        if (wantsEventStream(request)) return streamReply(request, reply, source, null)
        return ChatResponse.parse(await awaitReply(source))
      },
    )

    app.post(
      '/api/conversations/:id/replies',
      { config: { access: 'signed-in' }, schema: { params: ById, body: RegenerateRequest } },
      async (request, reply) => {
        const { viewer } = request
        await assertChatRate(viewer.id)
        if (wantsEventStream(request)) limitStreams(viewer.id, reply)
        const source = turnSource(chat, await regenerateReply(chat, viewer, request.params.id, request.body))
        if (wantsEventStream(request)) return streamReply(request, reply, source, null)
        return ChatResponse.parse(await awaitReply(source))
      },
    )

    app.post(
      '/api/conversations/:id/messages/:messageId/edit',
      { config: { access: 'signed-in' }, schema: { params: ReplyById, body: EditMessageRequest } },
      async (request, reply) => {
        const { viewer, body, params } = request
        await assertChatRate(viewer.id)
        if (wantsEventStream(request)) limitStreams(viewer.id, reply)
        const edit = { conversationId: params.id, messageId: params.messageId, ...body }
        const source = turnSource(chat, await editMessage(chat, viewer, edit))
        if (wantsEventStream(request)) return streamReply(request, reply, source, null)
        return ChatResponse.parse(await awaitReply(source))
      },
    )

    app.post(
      '/api/conversations/:id/draft',
      { config: { access: 'signed-in' }, schema: { params: ById, body: DraftRequest } },
      async (request, reply) => {
        const { viewer, params, body } = request
        await assertChatRate(viewer.id)
        if (wantsEventStream(request)) limitStreams(viewer.id, reply)
        const source = await draftMessage(chat, viewer, { conversationId: params.id, ...body })
        if (wantsEventStream(request)) return streamReply(request, reply, source, null)
        return { text: (await awaitReply(source)).response }
      },
    )

    app.get(
      '/api/conversations/:id/replies/:messageId/events',
      { config: { access: 'signed-in' }, schema: { params: ReplyById, querystring: FromEvent } },
      async (request, reply) => {
        const { viewer } = request
        await assertEventsRate(viewer.id)
        const conversation = await getOwnConversation(context.db, viewer, request.params.id)
        const source = await findReplySource(chat, conversation.id, request.params.messageId)
        limitStreams(viewer.id, reply)
        await streamReply(request, reply, source, readLastEventId(request, request.query.lastEventId))
      },
    )

    app.post(
      '/api/conversations/:id/replies/:messageId/continue',
      {
        config: { access: 'signed-in' },
        schema: { params: ReplyById, body: ContinueRequest, response: { 202: BegunTurn } },
      },
      async (request, reply) => {
        const { viewer, params, body } = request
        await assertChatRate(viewer.id)
        const { id: conversationId, messageId } = params
        return reply.status(202).send(await continueReply(chat, viewer, { conversationId, messageId, ...body }))
      },
    )

    app.post(
      '/api/conversations/:id/replies/:messageId/stop',
      { config: { access: 'signed-in' }, schema: { params: ReplyById } },
      async (request, reply) => {
        const { viewer } = request
        const conversation = await getOwnConversation(context.db, viewer, request.params.id)
        await findReplySource(chat, conversation.id, request.params.messageId)
        await stopReply(chat, conversation.id, request.params.messageId)
        return reply.status(204).send()
      },
    )

    app.post(
      '/api/new-chat-greeting',
      { config: { access: 'signed-in' }, schema: { body: GreetingRequest, response: { 200: GreetingResponse } } },
      async (request) => {
        const { viewer } = request
        await assertGreetingRate(viewer.id)
        return { greeting: await generateGreeting(chat, viewer, request.body) }
      },
    )

    app.get(
      '/api/model',
      { config: { access: 'signed-in' }, schema: { response: { 200: ModelInfo } } },
      async ({ viewer }) => {
        const [{ id, label, model, builtIn }] = context.models.select(viewer.account_type)
        return { id, label, model, builtIn }
      },
    )
  }
}
