import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { memoryApi } from '#shared/memory.ts'
import { addFact, changeFact, changeSummary, dropCorrection, removeFact, switchMemory } from './change-memory.ts'
import { openMemory } from './open-memory.ts'

/** Routes to read, correct, pin, add and delete what a conversation remembers. */
export function memoryRoutes(context: Context) {
  return handleRoutes(memoryApi, () => ({
    'GET /api/conversations/:id/memory': ({ viewer, params }) => openMemory(context, viewer, params.id),
    'PUT /api/conversations/:id/memory': async ({ viewer, params, body }) => {
      await switchMemory(context, viewer, params.id, body.enabled)
      return openMemory(context, viewer, params.id)
    },
    'PUT /api/conversations/:id/memory/summaries/:summaryId': async ({ viewer, params, body }) => {
      await changeSummary(context, viewer, { conversationId: params.id, id: params.summaryId, ...body })
      return openMemory(context, viewer, params.id)
    },
    'DELETE /api/conversations/:id/memory/summaries/:summaryId/correction': async ({ viewer, params }) => {
      await dropCorrection(context, viewer, { conversationId: params.id, id: params.summaryId })
      return openMemory(context, viewer, params.id)
    },
    'POST /api/conversations/:id/memory/facts': async ({ viewer, params, body }) => ({
      fact: await addFact(context, viewer, params.id, body),
    }),
    'PATCH /api/conversations/:id/memory/facts/:factId': async ({ viewer, params, body }) => ({
      fact: await changeFact(context, viewer, { conversationId: params.id, id: params.factId, ...body }),
    }),
    'DELETE /api/conversations/:id/memory/facts/:factId': ({ viewer, params }) =>
      removeFact(context, viewer, { conversationId: params.id, id: params.factId }),
  }))
}
