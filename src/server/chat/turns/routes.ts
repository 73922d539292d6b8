import type { FastifyReply, FastifyRequest } from 'fastify'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { wantsEventStream } from '#server/http/sse.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import { ChatResponse } from '#shared/chat.ts'
import { turnApi } from '#shared/turns.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { readReceipt } from '../replies/receipt.ts'
import { stopReply } from '../replies/stop-reply.ts'
import type { StartedTurn } from '../replies/stream-reply.ts'
import {
  awaitReply,
  findReply,
  findReplySource,
  readLastEventId,
  sendDraft,
  streamReply,
  turnSource,
} from '../replies/stream-reply.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { continueReply } from './continue-reply.ts'
import { draftMessage } from './draft-message.ts'
import { editMessage } from './edit-message.ts'
import { generateGreeting } from './generate-greeting.ts'
import { proposeCharacter } from './propose-character.ts'
import { regenerateReply } from './regenerate-reply.ts'
import { sendMessage } from './send-message.ts'
import { tryCharacter } from './try-character.ts'

/** Turns: sending a message, generating another reply, subscribing to a reply and stopping it. */
export function turnRoutes(chat: ChatDeps) {
  const { context } = chat
  return handleRoutes(turnApi, (app) => {
    const assertEventsRate = createLimiter(app, context, limits.events)
    const limitStreams = createStreamLimiter(context)

    const limitStream = (request: FastifyRequest, reply: FastifyReply) => {
      if (wantsEventStream(request)) limitStreams(request.viewer.id, reply)
    }
    const sendTurn = async (request: FastifyRequest, reply: FastifyReply, turn: StartedTurn) => {
      const source = turnSource(chat, turn)
      if (wantsEventStream(request)) return streamReply(request, reply, source, null)
      return ChatResponse.parse(await awaitReply(source))
    }

    return {
      'POST /api/chat': async (request, reply) => {
        limitStream(request, reply)
        return sendTurn(request, reply, await sendMessage(chat, request.viewer, request.body))
      },
      'POST /api/conversations/:id/replies': async (request, reply) => {
        const { viewer, params, body } = request
        limitStream(request, reply)
        return sendTurn(request, reply, await regenerateReply(chat, viewer, params.id, body))
      },
      'POST /api/conversations/:id/messages/:messageId/edit': async (request, reply) => {
        const { viewer, params, body } = request
        limitStream(request, reply)
        const { id: conversationId, messageId } = params
        return sendTurn(request, reply, await editMessage(chat, viewer, { conversationId, messageId, ...body }))
      },
      'POST /api/conversations/:id/draft': async (request, reply) => {
        const { viewer, params, body } = request
        limitStream(request, reply)
        return sendDraft(request, reply, await draftMessage(chat, viewer, { conversationId: params.id, ...body }))
      },
      'GET /api/conversations/:id/replies/:messageId/events': async (request, reply) => {
        const { viewer, params, query } = request
        await assertEventsRate(viewer.id)
        const conversation = await getOwnConversation(context.db, viewer, params.id)
        const source = await findReplySource(chat, conversation.id, params.messageId)
        limitStreams(viewer.id, reply)
        return streamReply(request, reply, source, readLastEventId(request, query.lastEventId))
      },
      'GET /api/conversations/:id/replies/:messageId/receipt': async ({ viewer, params }) => {
        const conversation = await getOwnConversation(context.db, viewer, params.id)
        return readReceipt(context, viewer, conversation.id, params.messageId)
      },
      'POST /api/conversations/:id/replies/:messageId/continue': ({ viewer, params, body }) => {
        const { id: conversationId, messageId } = params
        return continueReply(chat, viewer, { conversationId, messageId, ...body })
      },
      'POST /api/conversations/:id/replies/:messageId/stop': async ({ viewer, params }) => {
        const conversation = await getOwnConversation(context.db, viewer, params.id)
        await findReply(context.db, conversation.id, params.messageId)
        await stopReply(chat, conversation.id, params.messageId)
      },
      'POST /api/new-chat-greeting': async ({ viewer, body }) => ({
        greeting: await generateGreeting(chat, viewer, body),
      }),
      'POST /api/characters/proposal': ({ viewer, body }) => proposeCharacter(chat, viewer, body),
      'POST /api/characters/try': async (request, reply) => {
        limitStream(request, reply)
        return sendDraft(request, reply, await tryCharacter(chat, request.viewer, request.body))
      },
      'GET /api/model': ({ viewer }) => {
        const [{ id, label, model, builtIn }] = context.models.select(viewer.account_type)
        return { id, label, model, builtIn }
      },
    }
  })
}
