import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { passkeyApi } from '#shared/sign-in.ts'
import { countPasskeys, renamePasskey } from '../methods/queries.ts'
import { updateUser } from '../queries.ts'
import { startSession } from '../sessions/session.ts'
import { checkPassword, transactWithPassword } from '../settings/check-password.ts'
import { readDevice } from '../settings/device.ts'
import { viewUser } from '../view.ts'
import { addPasskey, beginPasskey, beginPasskeyLogin, logInWithPasskey, type PasskeyDeps } from './passkeys.ts'

export function passkeyRoutes(deps: PasskeyDeps) {
  const { context } = deps
  return handleRoutes(passkeyApi, () => ({
    'POST /api/auth/passkey/options': () => beginPasskeyLogin(deps),
    'POST /api/auth/passkey': async (request, reply) => {
      const authenticated = await logInWithPasskey(deps, request.body)
      await startSession(context, request, reply, authenticated)
      return { user: viewUser(context, authenticated.account, false) }
    },
    'POST /api/auth/passkeys/options': async ({ viewer, body }) => {
      await checkPassword(context, viewer, body.password)
      return beginPasskey(deps, viewer)
    },
    'POST /api/auth/passkeys': async ({ viewer, body, headers }) => {
      const name = readDevice(headers['user-agent'] ?? '').device
      await addPasskey(deps, viewer, { ...body, name })
    },
    'PATCH /api/auth/passkeys/:id': async ({ viewer, params, body }) => {
      if (!(await renamePasskey(context.db, viewer.id, params.id, body.name))) throw notFound()
    },
    'PUT /api/auth/second-factor': async ({ viewer, body: { enabled, password } }) => {
      const passwordHash = await checkPassword(context, viewer, password)
      await transactWithPassword(context, { id: viewer.id, passwordHash }, async (trx) => {
        if (enabled && (await countPasskeys(trx, viewer.id)) === 0) {
          throw new ApiError('validation_failed', { message: 'Please add a passkey first.' })
        }
        await updateUser(trx, viewer.id, { needs_passkey: enabled ? 1 : 0 })
      })
    },
  }))
}
