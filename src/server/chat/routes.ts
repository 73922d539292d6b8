import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { limiter, limits } from '#server/http/rate-limit.ts'
import { wantsEventStream } from '#server/http/sse.ts'
import {
  BegunTurn,
  ChatRequest,
  ChatResponse,
  GreetingRequest,
  GreetingResponse,
  ModelInfo,
  RegenerateRequest,
} from '#shared/chat.ts'
import { stopReply } from './replies/stop-reply.ts'
import { awaitReply, followById, followSent, readLastEventId, streamReply } from './replies/stream-reply.ts'
import { type ChatDeps, ownConversation } from './turns/begin-turn.ts'
import { generateGreeting } from './turns/generate-greeting.ts'
import { regenerateReply } from './turns/regenerate-reply.ts'
import { findTurn, sendMessage } from './turns/send-message.ts'

const ById = z.object({ id: z.string().max(64) })
const ReplyById = ById.extend({ messageId: z.string().max(64) })
const BySend = z.object({ clientMessageId: z.string().min(8).max(64) })
const FromEvent = z.object({ lastEventId: z.string().max(20).optional() })

/** Turns: saying something, hearing the reply, stopping it, hearing it again. */
export function chatRoutes(chat: ChatDeps) {
  const { context } = chat
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const maySpeak = limiter(app, context, limits.chat)
    const mayGreet = limiter(app, context, limits.greeting)

    app.post(
      '/api/chat',
      { config: { access: 'signed-in' }, schema: { body: ChatRequest } },
      async (request, reply) => {
        const { viewer } = request
        await maySpeak(request, viewer.id)
        const followed = await followSent(chat, await sendMessage(chat, viewer, request.body))
        if (wantsEventStream(request)) return streamReply(request, reply, followed, null)
        return ChatResponse.parse(await awaitReply(followed))
      },
    )

    app.get(
      '/api/chat/:clientMessageId',
      { config: { access: 'signed-in' }, schema: { params: BySend, response: { 200: BegunTurn } } },
      async (request) => {
        const { viewer } = request
        return findTurn(chat, viewer, request.params.clientMessageId)
      },
    )

    app.post(
      '/api/conversations/:id/replies',
      { config: { access: 'signed-in' }, schema: { params: ById, body: RegenerateRequest } },
      async (request, reply) => {
        const { viewer } = request
        await maySpeak(request, viewer.id)
        const followed = await followSent(chat, await regenerateReply(chat, viewer, request.params.id, request.body))
        if (wantsEventStream(request)) return streamReply(request, reply, followed, null)
        return ChatResponse.parse(await awaitReply(followed))
      },
    )

    app.get(
      '/api/conversations/:id/replies/:messageId/events',
      { config: { access: 'signed-in' }, schema: { params: ReplyById, querystring: FromEvent } },
      async (request, reply) => {
        const { viewer } = request
        const conversation = await ownConversation(context.db, viewer, request.params.id)
        const followed = await followById(chat, conversation.id, request.params.messageId)
        streamReply(request, reply, followed, readLastEventId(request, request.query.lastEventId))
      },
    )

    app.post(
      '/api/conversations/:id/replies/:messageId/stop',
      { config: { access: 'signed-in' }, schema: { params: ReplyById } },
      async (request, reply) => {
        const { viewer } = request
        const conversation = await ownConversation(context.db, viewer, request.params.id)
        await followById(chat, conversation.id, request.params.messageId)
        stopReply(chat, request.params.messageId)
        return reply.status(204).send()
      },
    )

    app.post(
      '/api/new-chat-greeting',
      { config: { access: 'signed-in' }, schema: { body: GreetingRequest, response: { 200: GreetingResponse } } },
      async (request) => {
        const { viewer } = request
        await mayGreet(request, viewer.id)
        return { greeting: await generateGreeting(chat, viewer, request.body) }
      },
    )

    app.get('/api/model', { config: { access: 'signed-in' }, schema: { response: { 200: ModelInfo } } }, async () => {
      const { id, label, model, builtIn } = context.model
      return { id, label, model, builtIn }
    })
  }
}
