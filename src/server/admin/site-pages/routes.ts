import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { SitePage, SitePageParams, SitePageRequest } from '#shared/site-pages.ts'
import { readSitePage, saveSitePage } from './site-pages.ts'

/** The pages for terms, privacy and house rules: everybody reads them, admins edit them. */
export function sitePageRoutes(context: Context) {
  return createRoutes((app) => {
    app.get(
      '/api/site-pages/:name',
      { config: { access: 'public' }, schema: { params: SitePageParams, response: { 200: SitePage } } },
      async (request) => readSitePage(context, request.params.name),
    )

    app.put(
      '/api/admin/site-pages/:name',
      {
        config: { access: 'admin' },
        schema: { params: SitePageParams, body: SitePageRequest, response: { 200: SitePage } },
      },
      async (request) => {
        const { name } = request.params
        await saveSitePage(context, { admin: request.viewer, requestId: request.id }, name, request.body)
        return readSitePage(context, name)
      },
    )
  })
}
