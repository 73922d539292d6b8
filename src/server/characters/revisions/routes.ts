import type { Context } from '#server/core/context.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { ListedRevision, revisionApi } from '#shared/character-revisions.ts'
import { entitlements } from '#shared/entitlements.ts'
import { getOwnCharacter } from '../character-scope.ts'
import { findRevision, listRevisions } from './queries.ts'
import { entriesWithout, findBookOfRevision, findCharacterBook } from './read-lorebook.ts'
import { readRevision } from './revision.ts'

/** The versions of one's own character. */
export function revisionRoutes(context: Context) {
  const { db } = context
  return handleRoutes(revisionApi, () => ({
    'GET /api/characters/:id/revisions': async ({ viewer, params }) => {
      const rows = await listRevisions(db, (await getOwnCharacter(db, viewer, params.id)).id)
      return rows.map((row) => fieldsOf(ListedRevision, row))
    },
    'GET /api/characters/:id/revisions/:revisionId': async ({ viewer, params }) => {
      const row = await getOwnCharacter(db, viewer, params.id)
      const revision = orNotFound(await findRevision(db, row.id, params.revisionId))
      const fields = readRevision(revision)
      const [now, book] = [await findCharacterBook(db, row), await findBookOfRevision(db, row.id, revision.id)]
      const lorebook = { before: entriesWithout(now, book), after: entriesWithout(book, now) }
      return { ...fields, ...(!entitlements[viewer.account_type].explicitFields && { kinks: '' }), lorebook }
    },
  }))
}
