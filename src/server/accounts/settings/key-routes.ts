import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { apiKeyApi } from '#shared/api-keys.ts'
import { signInMethodApi } from '#shared/sign-in.ts'
import { countPasskeys, deleteMethod, listMethods } from '../methods/queries.ts'
import { sendToProvider } from '../oidc/routes.ts'
import type { OidcDeps } from '../oidc/sign-in-with-oidc.ts'
import { findPasswordUse, updateUser } from '../queries.ts'
import { createKey } from '../sessions/api-key.ts'
import { deleteKey, listKeys } from '../sessions/queries.ts'
import { viewApiKey, viewMethod } from '../view.ts'
import { checkPassword, transactWithPassword } from './check-password.ts'

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

/** How the viewer logs in. */
export function signInMethodRoutes(context: Context, oidc: OidcDeps | null) {
  const { db } = context
  return handleRoutes(signInMethodApi, () => ({
    'GET /api/auth/methods': async ({ viewer }) => ({
      ...(await findPasswordUse(db, viewer.id)),
      methods: (await listMethods(db, viewer.id)).map(viewMethod),
    }),
    'POST /api/auth/methods/oidc': async ({ viewer, body }, reply) => {
      await checkPassword(context, viewer, body.password)
      return sendToProvider(oidc, reply, { returnTo: '/settings/security', userId: viewer.id })
    },
    'DELETE /api/auth/methods/:id': ({ viewer, params, body }) =>
      removeMethod(context, viewer, params.id, body.password),
  }))
}

/** Removes a way to log in. The account is locked: of two that are removed at once, the second sees that it is the last. */
async function removeMethod(context: Context, viewer: Viewer, id: string, password: string): Promise<void> {
  const passwordHash = await checkPassword(context, viewer, password)
  await transactWithPassword(context, { id: viewer.id, passwordHash }, async (trx) => {
    if (!(await deleteMethod(trx, viewer.id, id))) throw notFound()
    const hasPassword = passwordHash !== '' && context.env.passwordLogin
    if (!hasPassword && (await listMethods(trx, viewer.id)).length === 0) throw new ApiError('last_sign_in_method')
    if ((await countPasskeys(trx, viewer.id)) === 0) await updateUser(trx, viewer.id, { needs_passkey: 0 })
  })
}
