import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { sitePageApi } from '#shared/site-pages.ts'
import { readSitePage, saveSitePage } from './site-pages.ts'

/** The pages for terms, privacy and house rules. */
export function sitePageRoutes(context: Context) {
  return handleRoutes(sitePageApi, () => ({
    'GET /api/site-pages/:name': ({ params }) => readSitePage(context, params.name),
    'PUT /api/admin/site-pages/:name': async ({ viewer, id, params: { name }, body }) => {
      await saveSitePage(context, { admin: viewer, requestId: id }, name, body)
      return readSitePage(context, name)
    },
  }))
}
