import { handleRoutes } from '#server/http/handle-routes.ts'
import { participantApi } from '#shared/conversations.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { changeTurnOrder, joinScene, leaveScene } from './change-participants.ts'

/** Scenes with several characters: joining, leaving and the turn order. */
export function participantRoutes(chat: ChatDeps) {
  return handleRoutes(participantApi, () => ({
    'POST /api/conversations/:id/participants': ({ viewer, params, body }) =>
      joinScene(chat, viewer, { conversationId: params.id, ...body }),
    'DELETE /api/conversations/:id/participants/:characterId': ({ viewer, params, query }) => {
      const { id: conversationId, characterId } = params
      return leaveScene(chat, viewer, { conversationId, characterId, leafId: query.leafId ?? null })
    },
    'PUT /api/conversations/:id/turn-order': ({ viewer, params, body }) =>
      changeTurnOrder(chat, viewer, { conversationId: params.id, ...body }),
  }))
}
