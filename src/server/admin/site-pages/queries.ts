import type { Queryable } from '#server/db/database.ts'
import { replaceRow } from '#server/db/rows.ts'
import type { SitePageName } from '#shared/site-page-names.ts'

const rowName = (name: SitePageName) => `page ${name}`

export interface SitePageRow {
  value: string
  updated_at: number
}

/** Null: the page is the draft. */
export async function findSitePage(db: Queryable, name: SitePageName): Promise<SitePageRow | null> {
  const query = db.selectFrom('instance_settings').select(['value', 'updated_at']).where('name', '=', rowName(name))
  return (await query.executeTakeFirst()) ?? null
}

export async function countSitePages(db: Queryable): Promise<number> {
  const query = db.selectFrom('instance_settings').select((eb) => eb.fn.countAll<number>().as('count'))
  return Number((await query.where('name', 'like', 'page %').executeTakeFirst())?.count ?? 0)
}

/** Replaces the page that was saved at `before`. False when another has been saved since. */
export const replaceSitePage = (db: Queryable, name: SitePageName, row: SitePageRow, before: number | null) =>
  replaceRow(db, 'instance_settings', 'name', { row: { name: rowName(name), ...row }, before })

export const deleteSitePage = (db: Queryable, name: SitePageName) =>
  db.deleteFrom('instance_settings').where('name', '=', rowName(name)).execute()
