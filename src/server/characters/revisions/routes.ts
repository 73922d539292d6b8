import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { revisionApi } from '#shared/character-revisions.ts'
import { entitlements } from '#shared/entitlements.ts'
import { findOwnCharacter } from '../queries.ts'
import { findRevision, listRevisions } from './queries.ts'
import { entriesWithout, findBookOfRevision, findCharacterBook } from './read-lorebook.ts'
import { readRevision } from './revision.ts'

/** The versions of one's own character. */
export function revisionRoutes(context: Context) {
  const { db } = context
  const getOwn = async (author: Viewer, id: string) => {
    const row = await findOwnCharacter(db, author.id, id)
    if (!row) throw notFound()
    return row
  }
  return handleRoutes(revisionApi, () => ({
    'GET /api/characters/:id/revisions': async ({ viewer, params }) => {
      const rows = await listRevisions(db, (await getOwn(viewer, params.id)).id)
      return rows.map(({ id, changed, created_at }) => ({
        id,
        createdAt: created_at,
        changed: JSON.parse(changed) as string[],
      }))
    },
    'GET /api/characters/:id/revisions/:revisionId': async ({ viewer, params }) => {
      const row = await getOwn(viewer, params.id)
      const revision = await findRevision(db, row.id, params.revisionId)
      if (!revision) throw notFound()
      const fields = readRevision(revision)
      const [now, book] = [await findCharacterBook(db, row), await findBookOfRevision(db, row.id, revision.id)]
      const lorebook = { before: entriesWithout(now, book), after: entriesWithout(book, now) }
      return { ...fields, ...(!entitlements[viewer.account_type].explicitFields && { kinks: '' }), lorebook }
    },
  }))
}
