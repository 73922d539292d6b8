import type { Context } from '#server/core/context.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { LorebookSummary, lorebookApi } from '#shared/lorebooks.ts'
import { attachLorebooks, attachPersonaLorebooks, readAttached } from './attach-lorebooks.ts'
import { type LorebookRow, type LorebookSummaryRow, listLorebooks } from './queries.ts'
import { changeLorebook, createLorebook, deleteLorebook, getLorebook, restoreLorebook } from './save-lorebook.ts'

const viewSummary = (row: LorebookSummaryRow): LorebookSummary => fieldsOf(LorebookSummary, row)
const view = ({ name, book, updated_at }: LorebookRow) => ({ name, lorebook: book, updatedAt: updated_at })

/** The viewer's own lorebooks, and where they are used. */
export function lorebookRoutes(context: Context) {
  return handleRoutes(lorebookApi, () => ({
    'GET /api/lorebooks': async ({ viewer }) => ({
      lorebooks: (await listLorebooks(context.db, viewer.id)).map(viewSummary),
    }),
    'POST /api/lorebooks': async ({ viewer, body }) => viewSummary(await createLorebook(context, viewer, body)),
    'GET /api/lorebooks/:id': async ({ viewer, params }) => view(await getLorebook(context.db, viewer, params.id)),
    'PUT /api/lorebooks/:id': async ({ viewer, params, body }) =>
      view(await changeLorebook(context, viewer, params.id, body)),
    'DELETE /api/lorebooks/:id': ({ viewer, params }) => deleteLorebook(context, viewer, params.id),
    'POST /api/lorebooks/:id/restore': async ({ viewer, params }) =>
      viewSummary(await restoreLorebook(context, viewer, params.id)),
    'GET /api/conversations/:id/lorebooks': ({ viewer, params }) => readAttached(context.db, viewer, params.id),
    'PUT /api/conversations/:id/lorebooks': ({ viewer, params, body }) =>
      attachLorebooks(context, viewer, params.id, body.ids),
    'PUT /api/personas/:id/lorebooks': ({ viewer, params, body }) =>
      attachPersonaLorebooks(context, viewer, params.id, body.ids),
  }))
}
