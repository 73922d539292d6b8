import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { sitePageApi } from '#shared/site-pages.ts'
import { readSitePage, saveSitePage } from './site-pages.ts'

/** The pages for terms, privacy and house rules. */
export function sitePageRoutes(context: Context) {
  return handleRoutes(sitePageApi, () => ({
    'GET /api/site-pages/:name': ({ params }) => readSitePage(context, params.name),
    'PUT /api/admin/site-pages/:name': async (request) => {
      const { name } = request.params
      await saveSitePage(context, moderatorOf(request), name, request.body)
      return readSitePage(context, name)
    },
  }))
}
