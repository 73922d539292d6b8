import { z } from 'zod'
import { createRoutes } from '#server/http/create-routes.ts'
import { ConversationPage } from '#shared/chat.ts'
import { ById } from '#shared/routes.ts'
import { JoinRequest, LeaveQuery, TurnOrderRequest } from '#shared/scenes.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { changeTurnOrder, joinScene, leaveScene } from './change-participants.ts'

const ParticipantById = ById.extend({ characterId: z.string().max(64) })

const limited = { access: 'signed-in', limit: 'versions', changes: 'conversation' } as const

/** Scenes with several characters: joining, leaving and the turn order. Each change answers with the newest messages. */
export function participantRoutes(chat: ChatDeps) {
  return createRoutes((app) => {
    const page = { 200: ConversationPage }

    app.post(
      '/api/conversations/:id/participants',
      { config: limited, schema: { params: ById, body: JoinRequest, response: page } },
      async ({ viewer, params, body }) => joinScene(chat, viewer, { conversationId: params.id, ...body }),
    )

    app.delete(
      '/api/conversations/:id/participants/:characterId',
      { config: limited, schema: { params: ParticipantById, querystring: LeaveQuery, response: page } },
      async ({ viewer, params, query }) => {
        const { id: conversationId, characterId } = params
        return leaveScene(chat, viewer, { conversationId, characterId, leafId: query.leafId ?? null })
      },
    )

    app.put(
      '/api/conversations/:id/turn-order',
      { config: limited, schema: { params: ById, body: TurnOrderRequest, response: page } },
      async ({ viewer, params, body }) => changeTurnOrder(chat, viewer, { conversationId: params.id, ...body }),
    )
  })
}
