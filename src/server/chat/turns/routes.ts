import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound } from '#server/http/api-error.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { ById, MessageById } from '#server/http/params.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { wantsEventStream } from '#server/http/sse.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import {
  ChatRequest,
  ChatResponse,
  ContinueRequest,
  DraftRequest,
  EditMessageRequest,
  GreetingRequest,
  GreetingResponse,
  ModelInfo,
  RegenerateRequest,
  ReplyPrompt,
} from '#shared/chat.ts'
import { BegunTurn } from '#shared/reply-events.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { findReplyPrompt } from '../replies/queries.ts'
import { stopReply } from '../replies/stop-reply.ts'
import type { StartedTurn } from '../replies/stream-reply.ts'
import {
  awaitReply,
  findReply,
  findReplySource,
  readLastEventId,
  streamReply,
  turnSource,
} from '../replies/stream-reply.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { continueReply } from './continue-reply.ts'
import { draftMessage } from './draft-message.ts'
import { editMessage } from './edit-message.ts'
import { generateGreeting } from './generate-greeting.ts'
import { regenerateReply } from './regenerate-reply.ts'
import { sendMessage } from './send-message.ts'

const FromEvent = z.object({ lastEventId: z.string().max(20).optional() })

/** Turns: sending a message, generating another reply, subscribing to a reply and stopping it. */
export function chatRoutes(chat: ChatDeps) {
  const { context, assertChatRate } = chat
  return createRoutes((app) => {
    const assertEventsRate = createLimiter(app, context, limits.events)
    const limitStreams = createStreamLimiter(context)
    const assertGreetingRate = createLimiter(app, context, limits.greeting)

    const assertCanBegin = async (request: FastifyRequest, reply: FastifyReply) => {
      await assertChatRate(request.viewer.id)
      if (wantsEventStream(request)) limitStreams(request.viewer.id, reply)
    }
    /** Sends a turn as an event stream where the client asks for one, else the whole reply once it has ended. */
    const sendTurn = async (request: FastifyRequest, reply: FastifyReply, turn: StartedTurn) => {
      const source = turnSource(chat, turn)
      if (wantsEventStream(request)) return streamReply(request, reply, source, null)
      return ChatResponse.parse(await awaitReply(source))
    }

    app.post(
      '/api/chat',
      { config: { access: 'signed-in' }, schema: { body: ChatRequest } },
      async (request, reply) => {
        await assertCanBegin(request, reply)
        const turn = await sendMessage(chat, request.viewer, request.body)
        return sendTurn(request, reply, turn)
      },
    )

    app.post(
      '/api/conversations/:id/replies',
      { config: { access: 'signed-in' }, schema: { params: ById, body: RegenerateRequest } },
      async (request, reply) => {
        await assertCanBegin(request, reply)
        const turn = await regenerateReply(chat, request.viewer, request.params.id, request.body)
        return sendTurn(request, reply, turn)
      },
    )

    app.post(
      '/api/conversations/:id/messages/:messageId/edit',
      { config: { access: 'signed-in' }, schema: { params: MessageById, body: EditMessageRequest } },
      async (request, reply) => {
        await assertCanBegin(request, reply)
        const { viewer, body, params } = request
        const turn = await editMessage(chat, viewer, {
          conversationId: params.id,
          messageId: params.messageId,
          ...body,
        })
        return sendTurn(request, reply, turn)
      },
    )

    app.post(
      '/api/conversations/:id/draft',
      { config: { access: 'signed-in' }, schema: { params: ById, body: DraftRequest } },
      async (request, reply) => {
        await assertCanBegin(request, reply)
        const { viewer, body, params } = request
        const source = await draftMessage(chat, viewer, { conversationId: params.id, ...body })
        if (wantsEventStream(request)) return streamReply(request, reply, source, null)
        const { response: text } = await awaitReply(source)
        return { text }
      },
    )

    app.get(
      '/api/conversations/:id/replies/:messageId/events',
      { config: { access: 'signed-in' }, schema: { params: MessageById, querystring: FromEvent } },
      async (request, reply) => {
        const { viewer } = request
        await assertEventsRate(viewer.id)
        const conversation = await getOwnConversation(context.db, viewer, request.params.id)
        const source = await findReplySource(chat, conversation.id, request.params.messageId)
        limitStreams(viewer.id, reply)
        await streamReply(request, reply, source, readLastEventId(request, request.query.lastEventId))
      },
    )

    app.get(
      '/api/conversations/:id/replies/:messageId/prompt',
      { config: { access: 'admin' }, schema: { params: MessageById, response: { 200: ReplyPrompt } } },
      async ({ viewer, params }) => {
        const conversation = await getOwnConversation(context.db, viewer, params.id)
        const prompt = await findReplyPrompt(context.db, conversation.id, params.messageId)
        if (!prompt) throw notFound()
        return { body: prompt.body, sentAt: prompt.created_at }
      },
    )

    app.post(
      '/api/conversations/:id/replies/:messageId/continue',
      {
        config: { access: 'signed-in' },
        schema: { params: MessageById, body: ContinueRequest, response: { 202: BegunTurn } },
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
      { config: { access: 'signed-in' }, schema: { params: MessageById } },
      async (request, reply) => {
        const { viewer } = request
        const conversation = await getOwnConversation(context.db, viewer, request.params.id)
        await findReply(context.db, conversation.id, request.params.messageId)
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
  })
}
