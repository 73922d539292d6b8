import { hash } from 'node:crypto'
import { readContentText } from '#server/content/read-content.ts'
import type { Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { type Actor, appendAudit } from '#server/moderation/audit/append-audit.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { type SitePageName, sitePages } from '#shared/site-page-names.ts'
import { type SitePage, type SitePageRequest, sitePageApi } from '#shared/site-pages.ts'
import { deleteSitePage, findSitePage, replaceSitePage } from './queries.ts'

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

/** The page as an admin has written it, or the draft that comes with Troupe. */
async function readSitePage({ db }: Pick<Context, 'db'>, name: SitePageName): Promise<SitePage> {
  const row = await findSitePage(db, name)
  return row
    ? { text: row.value, updatedAt: row.updated_at }
    : { text: readContentText(`pages/${name}.md`), updatedAt: null }
}

async function saveSitePage(
  context: Context,
  admin: Actor,
  name: SitePageName,
  { text, updatedAt }: SitePageRequest,
): Promise<void> {
  await context.transact(async (trx) => {
    const current = (await findSitePage(trx, name))?.updated_at ?? null
    if (current !== updatedAt) throw new ApiError('changed_elsewhere')
    const row = { value: text ?? '', updated_at: Math.max(context.clock.now(), (current ?? 0) + 1) }
    if (text === null) await deleteSitePage(trx, name)
    else if (!(await replaceSitePage(trx, name, row, current))) throw new ApiError('changed_elsewhere')
    // The text may become long, and an entry is never deleted: its hash proves which one was saved.
    const facts = { name: sitePages[name].title, text: text === null ? 'draft' : hash('sha256', text) }
    await appendAudit(context, trx, admin, [{ action: 'save_page', target_type: 'site', target_id: name, facts }])
  })
}
