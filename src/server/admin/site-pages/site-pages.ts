import { hash } from 'node:crypto'
import { readContentText } from '#server/content/read-content.ts'
import type { Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type Actor, appendAudit } from '#server/moderation/audit/append-audit.ts'
import { type SitePageName, sitePages } from '#shared/site-page-names.ts'
import type { SitePage, SitePageRequest } from '#shared/site-pages.ts'
import { deleteSitePage, findSitePage, replaceSitePage } from './queries.ts'

/** The page as an admin has written it, or the draft that comes with Troupe. */
export async function readSitePage({ db }: Pick<Context, 'db'>, name: SitePageName): Promise<SitePage> {
  const row = await findSitePage(db, name)
  return row
    ? { text: row.value, updatedAt: row.updated_at }
    : { text: readContentText(`pages/${name}.md`), updatedAt: null }
}

export async function saveSitePage(
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
