import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { modelApi } from '#shared/models.ts'
import { getConnection, listModels } from './list-connections.ts'
import type { ModelDeps } from './model-deps.ts'
import { orderConnections, removeConnection, saveConnection } from './save-connection.ts'
import { listAvailableModels, testConnection } from './try-connection.ts'

/** Admin → Models. A key is never part of a response. */
export function modelRoutes(deps: ModelDeps) {
  return handleRoutes(modelApi, () => ({
    'GET /api/admin/models': () => listModels(deps),
    'POST /api/admin/models': async (request) =>
      getConnection(deps, await saveConnection(deps, moderatorOf(request), request.body)),
    'PUT /api/admin/models/:id': async (request) =>
      getConnection(deps, await saveConnection(deps, moderatorOf(request), request.body, request.params.id)),
    'DELETE /api/admin/models/:id': (request) => removeConnection(deps, moderatorOf(request), request.params.id),
    'POST /api/admin/models/order': async (request) => {
      await orderConnections(deps, moderatorOf(request), request.body.ids)
      return listModels(deps)
    },
    'POST /api/admin/models/test': ({ body }) => testConnection(deps, body),
    'POST /api/admin/models/available': ({ body }) => listAvailableModels(deps, body),
  }))
}
