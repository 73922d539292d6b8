import { characterScope } from '#server/characters/character-scope.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { characterUpdateApi } from '#shared/character-revisions.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { conversationApi } from '#shared/conversations.ts'
import { foldText } from '#shared/fold-text.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { changeCharacter } from './change-character.ts'
import { chooseRevisions, listUpdates } from './character-updates.ts'
import { createConversation } from './create-conversation.ts'
import { findListedConversation, listConversationCharacters, listConversations } from './list/queries.ts'
import { openConversation } from './open-conversation.ts'
import {
  changeConversation,
  changeConversations,
  deleteConversation,
  restoreConversation,
} from './update-conversation.ts'
import { viewConversation } from './view.ts'

/** Characters that the list can be filtered by. */
const maxCharacters = 500

/** Routes to create, list, read, rename, pin, archive, delete and restore conversations. */
export function conversationRoutes(chat: ChatDeps) {
  const { context } = chat
  const view = async (viewer: Viewer, id: string) => {
    const row = orNotFound(await findListedConversation(context.db, viewer.id, id))
    return { conversation: viewConversation(row, characterScope(context, viewer)) }
  }
  return handleRoutes(conversationApi, (app) => {
    const limitSearches = createLimiter(app, context, limits.searchConversations)
    return {
      'POST /api/conversations': ({ viewer, body }) => createConversation(chat, viewer, body),
      'GET /api/conversations': async ({ viewer, query: { cursor, ...query } }, reply) => {
        // Sorting by anything but the newest message reads all conversations of the account.
        if (query.search.trim() || query.sort !== 'recent') await limitSearches(viewer.id)
        const filters = { ...query, after: readCursor(cursor) }
        const { rows, next } = await listConversations(context.db, context.dialect, viewer.id, filters)
        if (next) reply.header(nextCursorHeader, writeCursor(next))
        return rows.map((row) => viewConversation(row, characterScope(context, viewer)))
      },
      'POST /api/conversations/bulk': async ({ viewer, body }) => ({
        changed: await changeConversations(chat, viewer, body.ids, body.change),
      }),
      'GET /api/conversations/characters': async ({ viewer }) => {
        const characters = await listConversationCharacters(context.db, viewer.id, maxCharacters)
        return characters.sort((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1))
      },
      'GET /api/conversations/:id': ({ viewer, params, query }) => openConversation(chat, viewer, params.id, query),
      'PATCH /api/conversations/:id': async ({ viewer, params, body }) => {
        await changeConversation(chat, viewer, params.id, body)
        return view(viewer, params.id)
      },
      'PUT /api/conversations/:id/character': async ({ viewer, params, body }) => {
        await changeCharacter(context, viewer, { conversationId: params.id, ...body })
        return view(viewer, params.id)
      },
      'DELETE /api/conversations/:id': ({ viewer, params }) => deleteConversation(chat, viewer, params.id),
      'POST /api/conversations/:id/restore': async ({ viewer, params }) => {
        await restoreConversation(chat, viewer, params.id)
        return view(viewer, params.id)
      },
    }
  })
}

/** What has changed of the characters of a conversation since it began. */
export function characterUpdateRoutes(chat: ChatDeps) {
  const { context } = chat
  return handleRoutes(characterUpdateApi, () => ({
    'GET /api/conversations/:id/character-updates': async ({ viewer, params }) =>
      listUpdates(context, viewer, await getOwnConversation(context.db, viewer, params.id)),
    'PUT /api/conversations/:id/revisions': async ({ viewer, params, body }) => {
      await chooseRevisions(context, viewer, params.id, body)
      return openConversation(chat, viewer, params.id)
    },
  }))
}
