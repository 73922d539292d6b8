import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { apiKeyApi } from '#shared/api-keys.ts'
import { createKey } from '../sessions/api-key.ts'
import { deleteKey, listKeys } from '../sessions/queries.ts'
import { viewApiKey } from '../view.ts'
import { checkPassword } from './check-password.ts'

export function apiKeyRoutes(context: Context) {
  return handleRoutes(apiKeyApi, () => ({
    'GET /api/auth/keys': async ({ viewer }) => (await listKeys(context.db, viewer.id)).map(viewApiKey),
    'POST /api/auth/keys': async ({ viewer, body: { password, ...fields } }) => {
      await checkPassword(context, viewer, password)
      const { row, key } = await createKey(context, viewer, fields)
      return { ...viewApiKey(row), key }
    },
    'DELETE /api/auth/keys/:id': async ({ viewer, params }) => {
      if (!(await deleteKey(context.db, viewer.id, params.id))) throw notFound()
    },
  }))
}
