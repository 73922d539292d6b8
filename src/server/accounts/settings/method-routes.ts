import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { signInMethodApi } from '#shared/sign-in.ts'
import { listMethods } from '../methods/queries.ts'
import { sendToProvider } from '../oidc/routes.ts'
import type { OidcDeps } from '../oidc/sign-in-with-oidc.ts'
import { findPasswordUse } from '../queries.ts'
import { viewMethod } from '../view.ts'
import { checkPassword } from './check-password.ts'
import { removeMethod } from './remove-method.ts'

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
      return sendToProvider(oidc, reply, { returnTo: '/settings', userId: viewer.id })
    },
    'DELETE /api/auth/methods/:id': ({ viewer, params, body }) =>
      removeMethod(context, viewer, params.id, body.password),
  }))
}
