import { z } from 'zod'
import { characterScope } from '#server/characters/character-scope.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { Conversation, ConversationPage } from '#shared/chat.ts'
import {
  ChangeCharacterRequest,
  ConversationCharacter,
  ConversationPatch,
  ConversationQuery,
  ConversationsQuery,
  CreateConversationRequest,
} from '#shared/conversations.ts'
import { foldText } from '#shared/fold-text.ts'
import { ById } from '#shared/routes.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { changeCharacter } from './change-character.ts'
import { createConversation } from './create-conversation.ts'
import { findListedConversation, listConversationCharacters, listConversations } from './list/queries.ts'
import { openConversation } from './open-conversation.ts'
import { changeConversation, deleteConversation, restoreConversation } from './update-conversation.ts'
import { viewConversation } from './view.ts'

/** Characters that the list can be filtered by. */
const maxCharacters = 500
const ConversationResponse = z.object({ conversation: Conversation })

/** Routes to create, list, read, rename, pin, archive, delete and restore conversations. */
export function conversationRoutes(chat: ChatDeps) {
  const { context } = chat
  const view = async (viewer: Viewer, id: string) => {
    const row = await findListedConversation(context.db, viewer.id, id)
    if (!row) throw notFound()
    return { conversation: viewConversation(row, characterScope(context, viewer)) }
  }
  return createRoutes((app) => {
    const limitSearches = createLimiter(app, context, limits.searchConversations)

    app.post(
      '/api/conversations',
      {
        config: { access: 'signed-in', limit: 'conversation' },
        schema: { body: CreateConversationRequest, response: { 201: ConversationPage } },
      },
      async (request, reply) => {
        const { viewer } = request
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
        const { cursor, ...query } = request.query
        // Sorting by anything but the newest message reads all conversations of the account.
        if (query.search.trim() || query.sort !== 'recent') await limitSearches(viewer.id)
        const filters = { ...query, after: readCursor(cursor) }
        const { rows, next } = await listConversations(context.db, context.dialect, viewer.id, filters)
        if (next) reply.header(nextCursorHeader, writeCursor(next))
        return rows.map((row) => viewConversation(row, characterScope(context, viewer)))
      },
    )

    app.get(
      '/api/conversations/characters',
      {
        config: { access: 'signed-in', limit: 'searchConversations' },
        schema: { response: { 200: z.array(ConversationCharacter) } },
      },
      async ({ viewer }) => {
        const characters = await listConversationCharacters(context.db, viewer.id, maxCharacters)
        return characters.sort((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1))
      },
    )

    app.get(
      '/api/conversations/:id',
      {
        config: { access: 'signed-in' },
        schema: { params: ById, querystring: ConversationQuery, response: { 200: ConversationPage } },
      },
      async ({ viewer, params, query }) => openConversation(chat, viewer, params.id, query),
    )

    app.patch(
      '/api/conversations/:id',
      {
        config: { access: 'signed-in', changes: 'conversation' },
        schema: { params: ById, body: ConversationPatch, response: { 200: ConversationResponse } },
      },
      async (request) => {
        const { viewer } = request
        await changeConversation(chat, viewer, request.params.id, request.body)
        return view(viewer, request.params.id)
      },
    )

    app.put(
      '/api/conversations/:id/character',
      {
        config: { access: 'signed-in', changes: 'conversation', limit: 'copyConversation' },
        schema: { params: ById, body: ChangeCharacterRequest, response: { 200: ConversationResponse } },
      },
      async ({ viewer, params, body }) => {
        await changeCharacter(context, viewer, { conversationId: params.id, ...body })
        return view(viewer, params.id)
      },
    )

    app.delete(
      '/api/conversations/:id',
      { config: { access: 'signed-in', changes: 'conversation' }, schema: { params: ById } },
      async (request, reply) => {
        const { viewer } = request
        await deleteConversation(chat, viewer, request.params.id)
        return reply.status(204).send()
      },
    )

    app.post(
      '/api/conversations/:id/restore',
      {
        config: { access: 'signed-in', changes: 'conversation' },
        schema: { params: ById, response: { 200: ConversationResponse } },
      },
      async (request) => {
        const { viewer } = request
        await restoreConversation(chat, viewer, request.params.id)
        return view(viewer, request.params.id)
      },
    )
  })
}
