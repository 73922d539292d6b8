import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { localModelApi } from '#shared/local-models.ts'
import { LocalModels } from './local-models.ts'

/** Models on this machine, on the page Admin → Models. Each instance has its own. */
export function localModelRoutes(context: Context) {
  return handleRoutes(localModelApi, (app) => {
    const local = new LocalModels(context)
    app.addHook('onClose', () => local.close())
    const after = async (change: unknown) => {
      await change
      return local.view()
    }
    return {
      'GET /api/admin/local-models': () => local.view(),
      'POST /api/admin/local-models/runtime': ({ viewer }) => after(local.install(viewer)),
      'POST /api/admin/local-models/download': ({ viewer, body }) => after(local.startDownload(viewer, body.id)),
      'DELETE /api/admin/local-models/download': () => after(local.cancelDownload()),
      'DELETE /api/admin/local-models/files/:name': ({ viewer, params }) =>
        after(local.deleteFile(viewer, params.name)),
    }
  })
}
