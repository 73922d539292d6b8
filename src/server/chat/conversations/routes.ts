import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { characterScope } from '#server/characters/character-scope.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import {
  Conversation,
  ConversationPage,
  ConversationPatch,
  ConversationQuery,
  ConversationsQuery,
  CreateConversationRequest,
} from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { viewConversation } from '../view.ts'
import { createConversation } from './create-conversation.ts'
import { openConversation } from './open-conversation.ts'
import { schedulePurgeOfConversations } from './purge-conversations.ts'
import { findListedConversation, listConversations } from './queries.ts'
import { changeConversation, deleteConversation, restoreConversation } from './update-conversation.ts'

const ById = z.object({ id: z.string().max(64) })
const One = z.object({ conversation: Conversation })

/** Conversations: creating, the list, reading back, renaming, putting away and bringing back. */
export function conversationRoutes(chat: ChatDeps) {
  const { context } = chat
  const view = async (viewer: Viewer, id: string) => {
    const row = await findListedConversation(context.db, viewer.id, id)
    if (!row) throw notFound()
    return { conversation: viewConversation(row, characterScope(context, viewer)) }
  }
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const mayCreate = createLimiter(app, context, limits.conversation)
    const limitSearches = createLimiter(app, context, limits.searchConversations)
    const stopPurging = schedulePurgeOfConversations(context)
    app.addHook('onClose', stopPurging)

    app.post(
      '/api/conversations',
      {
        config: { access: 'signed-in' },
        schema: { body: CreateConversationRequest, response: { 201: ConversationPage } },
      },
      async (request, reply) => {
        const { viewer } = request
        await mayCreate(viewer.id)
        return reply.status(201).send(await createConversation(chat, viewer, request.body))
      },
    )

    app.get(
      '/api/conversations',
      {
        config: { access: 'signed-in' },
        schema: { querystring: ConversationsQuery, response: { 200: z.array(Conversation) } },
      },
      async (request, reply) => {
        const { viewer } = request
        const { characterId, search, show, limit, cursor } = request.query
        const after = readCursor(cursor)
        const filters = { characterId, search, show, limit, after }
        if (search.trim()) await limitSearches(viewer.id)
        const rows = await listConversations(context.db, context.dialect, viewer.id, filters)
        const last = rows.at(-1)
        if (last && rows.length === limit) {
          reply.header(nextCursorHeader, writeCursor({ value: last.updated_at, id: last.id }))
        }
        return rows.map((row) => viewConversation(row, characterScope(context, viewer)))
      },
    )

    app.get(
      '/api/conversations/:id',
      {
        config: { access: 'signed-in' },
        schema: { params: ById, querystring: ConversationQuery, response: { 200: ConversationPage } },
      },
      async (request) => {
        const { viewer } = request
        const { before, limit } = request.query
        return openConversation(chat, viewer, request.params.id, { before, limit })
      },
    )

    app.patch(
      '/api/conversations/:id',
      { config: { access: 'signed-in' }, schema: { params: ById, body: ConversationPatch, response: { 200: One } } },
      async (request) => {
        const { viewer } = request
        await changeConversation(chat, viewer, request.params.id, request.body)
        return view(viewer, request.params.id)
      },
    )

    app.delete(
      '/api/conversations/:id',
      { config: { access: 'signed-in' }, schema: { params: ById } },
      async (request, reply) => {
        const { viewer } = request
        await deleteConversation(chat, viewer, request.params.id)
        return reply.status(204).send()
      },
    )

    app.post(
      '/api/conversations/:id/restore',
      { config: { access: 'signed-in' }, schema: { params: ById, response: { 200: One } } },
      async (request) => {
        const { viewer } = request
        await restoreConversation(chat, viewer, request.params.id)
        return view(viewer, request.params.id)
      },
    )
  }
}
