import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { localModelApi } from '#shared/local-models.ts'
import { LocalModels } from './local-models.ts'

/** Models on this machine, on the page Admin → Models. Each instance has its own. */
export function localModelRoutes(context: Context) {
  return handleRoutes(localModelApi, (app) => {
    const local = new LocalModels(context)
    app.addHook('onClose', () => local.close())
    return {
      'GET /api/admin/local-models': () => local.view(),
      'POST /api/admin/local-models/runtime': async ({ viewer }) => {
        await local.install(viewer)
        return local.view()
      },
      'POST /api/admin/local-models/download': ({ viewer, body }) => {
        local.startDownload(viewer, body.id)
        return local.view()
      },
      'DELETE /api/admin/local-models/download': async () => {
        await local.cancelDownload()
        return local.view()
      },
      'DELETE /api/admin/local-models/files/:name': async ({ viewer, params }) => {
        await local.deleteFile(viewer, params.name)
        return local.view()
      },
    }
  })
}
