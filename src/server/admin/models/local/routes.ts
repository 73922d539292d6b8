import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { LocalDownloadRequest, LocalModels as View } from '#shared/local-models.ts'
import { LocalModels } from './local-models.ts'

const config = { access: 'admin' } as const
const ByName = z.object({ name: z.string().max(200) })
const path = '/api/admin/local-models'

/** Models on this machine, on the page Admin → Models. Each instance has its own. */
export function localModelRoutes(context: Context) {
  return createRoutes((app) => {
    const local = new LocalModels(context)
    const response = { 200: View }
    app.addHook('onClose', () => local.close())

    app.get(path, { config, schema: { response } }, () => local.view())

    app.post(`${path}/runtime`, { config, schema: { response } }, async ({ viewer }) => {
      await local.install(viewer)
      return local.view()
    })

    app.post(`${path}/download`, { config, schema: { body: LocalDownloadRequest, response } }, ({ viewer, body }) => {
      local.startDownload(viewer, body.id)
      return local.view()
    })

    app.delete(`${path}/download`, { config, schema: { response } }, async () => {
      await local.cancelDownload()
      return local.view()
    })

    app.delete(`${path}/files/:name`, { config, schema: { params: ByName, response } }, async ({ viewer, params }) => {
      await local.deleteFile(viewer, params.name)
      return local.view()
    })
  })
}
