import type { FastifyRequest } from 'fastify'
import { createRoutes } from '#server/http/create-routes.ts'
import { ById } from '#server/http/params.ts'
import {
  AvailableModels,
  ConnectionRequest,
  ModelConnection,
  ModelConnections,
  OrderRequest,
  TestResult,
  TryRequest,
} from '#shared/models.ts'
import { getConnection, listModels } from './list-connections.ts'
import type { ModelDeps } from './model-deps.ts'
import { orderConnections, removeConnection, saveConnection } from './save-connection.ts'
import { listAvailableModels, testConnection } from './try-connection.ts'

const config = { access: 'admin' } as const

const adminOf = ({ viewer, id }: Pick<FastifyRequest, 'viewer' | 'id'>) => ({ admin: viewer, requestId: id })

const limited = { ...config, limit: 'modelTest' } as const

/** Admin → Models. A key is never part of a response. */
export function modelRoutes(deps: ModelDeps) {
  return createRoutes((app) => {
    app.get('/api/admin/models', { config, schema: { response: { 200: ModelConnections } } }, () => listModels(deps))

    app.post(
      '/api/admin/models',
      { config, schema: { body: ConnectionRequest, response: { 201: ModelConnection } } },
      async (request, reply) => {
        const id = await saveConnection(deps, adminOf(request), request.body)
        return reply.status(201).send(await getConnection(deps, id))
      },
    )

    app.put(
      '/api/admin/models/:id',
      { config, schema: { params: ById, body: ConnectionRequest, response: { 200: ModelConnection } } },
      async (request) =>
        getConnection(deps, await saveConnection(deps, adminOf(request), request.body, request.params.id)),
    )

    app.delete('/api/admin/models/:id', { config, schema: { params: ById } }, async (request, reply) => {
      await removeConnection(deps, adminOf(request), request.params.id)
      return reply.status(204).send()
    })

    app.post(
      '/api/admin/models/order',
      { config, schema: { body: OrderRequest, response: { 200: ModelConnections } } },
      async (request) => {
        await orderConnections(deps, adminOf(request), request.body.ids)
        return listModels(deps)
      },
    )

    app.post(
      '/api/admin/models/test',
      { config: limited, schema: { body: TryRequest, response: { 200: TestResult } } },
      async (request) => testConnection(deps, request.body),
    )

    app.post(
      '/api/admin/models/available',
      { config: limited, schema: { body: TryRequest, response: { 200: AvailableModels } } },
      async (request) => listAvailableModels(deps, request.body),
    )
  })
}
