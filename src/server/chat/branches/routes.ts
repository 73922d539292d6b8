import { z } from 'zod'
import { notFound } from '#server/http/api-error.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { BranchName, CopyRequest, StoryMap } from '#shared/branches.ts'
import { Conversation } from '#shared/chat.ts'
import { ById, MessageById } from '#shared/routes.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { saveBranchName } from '../tree/versions/queries.ts'
import { copyConversation } from './copy-conversation.ts'
import { readStoryMap } from './read-map.ts'

/** Branches of a conversation: the map of all, their names, and copies as conversations of their own. */
export function branchRoutes(chat: ChatDeps) {
  const { context } = chat
  return createRoutes((app) => {
    app.get(
      '/api/conversations/:id/map',
      {
        config: { access: 'signed-in', limit: 'storyMap' },
        schema: { params: ById, response: { 200: StoryMap } },
      },
      async ({ viewer, params }) => readStoryMap(context.db, viewer, params.id),
    )

    app.put(
      '/api/conversations/:id/messages/:messageId/name',
      {
        config: { access: 'signed-in', changes: 'conversation', limit: 'versions' },
        schema: { params: MessageById, body: BranchName },
      },
      async ({ viewer, params, body }, reply) => {
        const conversation = await getOwnConversation(context.db, viewer, params.id)
        const named = { id: params.messageId, name: body.name || null }
        if (!(await saveBranchName(context.db, conversation.id, named))) throw notFound()
        return reply.status(204).send()
      },
    )

    app.post(
      '/api/conversations/:id/copy',
      {
        config: { access: 'signed-in', changes: 'conversation', limit: 'copyConversation' },
        schema: { params: ById, body: CopyRequest, response: { 201: z.object({ conversation: Conversation }) } },
      },
      async ({ viewer, params, body }, reply) => {
        const conversation = await copyConversation(chat, viewer, { conversationId: params.id, ...body })
        return reply.status(201).send({ conversation })
      },
    )
  })
}
