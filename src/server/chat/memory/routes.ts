import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { ConversationMemory, FactPatch, MemoryFact, MemorySwitch, NewFact, SummaryPatch } from '#shared/memory.ts'
import { ById } from '#shared/routes.ts'
import { addFact, changeFact, changeSummary, dropCorrection, removeFact, switchMemory } from './change-memory.ts'
import { openMemory } from './open-memory.ts'

const FactById = ById.extend({ factId: z.string().max(64) })
const SummaryById = ById.extend({ summaryId: z.string().max(64) })
const FactResponse = z.object({ fact: MemoryFact })

/** Routes to read, correct, pin, add and delete what a conversation remembers. */
export function memoryRoutes(context: Context) {
  return createRoutes((app) => {
    app.get(
      '/api/conversations/:id/memory',
      { config: { access: 'signed-in' }, schema: { params: ById, response: { 200: ConversationMemory } } },
      async ({ viewer, params }) => openMemory(context, viewer, params.id),
    )

    app.put(
      '/api/conversations/:id/memory',
      {
        config: { access: 'signed-in', changes: 'conversation' },
        schema: { params: ById, body: MemorySwitch, response: { 200: ConversationMemory } },
      },
      async ({ viewer, params, body }) => {
        await switchMemory(context, viewer, params.id, body.enabled)
        return openMemory(context, viewer, params.id)
      },
    )

    app.put(
      '/api/conversations/:id/memory/summaries/:summaryId',
      {
        config: { access: 'signed-in', changes: 'conversation' },
        schema: { params: SummaryById, body: SummaryPatch, response: { 200: ConversationMemory } },
      },
      async ({ viewer, params, body }) => {
        await changeSummary(context, viewer, { conversationId: params.id, id: params.summaryId, ...body })
        return openMemory(context, viewer, params.id)
      },
    )

    app.delete(
      '/api/conversations/:id/memory/summaries/:summaryId/correction',
      {
        config: { access: 'signed-in', changes: 'conversation' },
        schema: { params: SummaryById, response: { 200: ConversationMemory } },
      },
      async ({ viewer, params }) => {
        await dropCorrection(context, viewer, { conversationId: params.id, id: params.summaryId })
        return openMemory(context, viewer, params.id)
      },
    )
    app.post(
      '/api/conversations/:id/memory/facts',
      {
        config: { access: 'signed-in', changes: 'conversation' },
        schema: { params: ById, body: NewFact, response: { 201: FactResponse } },
      },
      async ({ viewer, params, body }, reply) => {
        return reply.status(201).send({ fact: await addFact(context, viewer, params.id, body) })
      },
    )

    app.patch(
      '/api/conversations/:id/memory/facts/:factId',
      {
        config: { access: 'signed-in', changes: 'conversation' },
        schema: { params: FactById, body: FactPatch, response: { 200: FactResponse } },
      },
      async ({ viewer, params, body }) => {
        return { fact: await changeFact(context, viewer, { conversationId: params.id, id: params.factId, ...body }) }
      },
    )

    app.delete(
      '/api/conversations/:id/memory/facts/:factId',
      { config: { access: 'signed-in', changes: 'conversation' }, schema: { params: FactById } },
      async ({ viewer, params }, reply) => {
        await removeFact(context, viewer, { conversationId: params.id, id: params.factId })
        return reply.status(204).send()
      },
    )
  })
}
