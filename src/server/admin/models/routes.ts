import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { modelApi } from '#shared/models.ts'
import { orderConnections, removeConnection, saveConnection } from '../connections/save-connection.ts'
import { getConnection, listModels } from './list-connections.ts'
import { modelConnections } from './model-connections.ts'
import type { ModelDeps } from './model-deps.ts'
import { listAvailableModels, testConnection } from './try-connection.ts'

/** Admin → Models. A key is never part of a response. */
export function modelRoutes(deps: ModelDeps) {
  const connections = modelConnections(deps.context, () => deps.models.reload())
  return handleRoutes(modelApi, () => ({
    'GET /api/admin/models': () => listModels(deps),
    'POST /api/admin/models': async (request) =>
      getConnection(deps, await saveConnection(connections, moderatorOf(request), request.body)),
    'PUT /api/admin/models/:id': async (request) =>
      getConnection(deps, await saveConnection(connections, moderatorOf(request), request.body, request.params.id)),
    'DELETE /api/admin/models/:id': (request) => removeConnection(connections, moderatorOf(request), request.params.id),
    'POST /api/admin/models/order': async (request) => {
      await orderConnections(connections, moderatorOf(request), request.body.ids)
      return listModels(deps)
    },
    'POST /api/admin/models/test': ({ body }) => testConnection(deps, body),
    'POST /api/admin/models/available': ({ body }) => listAvailableModels(deps, body),
  }))
}
