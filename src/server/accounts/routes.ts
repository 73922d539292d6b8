import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { addressOf } from '#server/http/address.ts'
import { ApiError, fieldError } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { assertClassified, screenText } from '#server/screening/screen-text.ts'
import { authMessages, profileApi, signInApi, usernameKey } from '#shared/accounts.ts'
import { entitlements } from '#shared/entitlements.ts'
import type { AccountDataSource } from './account-data-source.ts'
import { login } from './login.ts'
import { isNewcomer } from './newcomer.ts'
import { OidcClient } from './oidc/oidc-client.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { linkSealedIdentity } from './oidc/sign-in-with-oidc.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { register } from './register.ts'
import { isReservedName } from './reserved-names.ts'
import { type Authenticated, endOwnSession, startSession } from './sessions/session.ts'
import { apiKeyRoutes, signInMethodRoutes } from './settings/key-routes.ts'
import { mailRoutes } from './settings/mail-routes.ts'
import { recover } from './settings/recovery-codes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { updateAccount } from './update-account.ts'
import { viewUser } from './view.ts'

interface AccountRoutesDeps {
  ownOrigins: () => ReadonlySet<string>
  /** The data of an account that other capabilities store, for its download. */
  accountData: AccountDataSource[]
  /** Brings an account up to date with what other capabilities know, such as a subscription just paid. */
  refreshAccount: (account: Account) => Promise<Account>
  /** Called after an account has changed its display name. */
  onRenamed: (userId: string) => Promise<void>
}

export function accountRoutes(context: Context, { accountData, ...deps }: AccountRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const { oidc: settings } = context.env
    const oidc = settings && { context, client: new OidcClient(settings, context.log) }
    await app.register(signInRoutes(context))
    await app.register(oidcRoutes(context, oidc))
    await app.register(signInMethodRoutes(context, oidc))
    await app.register(mailRoutes(context))
    await app.register(apiKeyRoutes(context))
    await app.register(passkeyRoutes({ context, ownOrigins: deps.ownOrigins }))
    await app.register(profileRoutes(context, deps))
    await app.register(settingsRoutes(context, accountData))
  }
}

/** Signing in and out. */
function signInRoutes(context: Context) {
  return handleRoutes(signInApi, (app) => {
    const limitByPair = createLimiter(app, context, limits.loginPair)

    const limitLogins = (request: FastifyRequest, username: string) =>
      limitByPair(`${addressOf(request)} ${usernameKey(username)}`)

    async function signIn(request: FastifyRequest, reply: FastifyReply, authenticated: Authenticated, isNew = false) {
      await startSession(context, request, reply, authenticated)
      return { user: viewUser(context, authenticated.account, isNew) }
    }

    return {
      'POST /api/auth/register': async (request, reply) => {
        const { identity: token, ...registration } = request.body
        if (token === undefined && !context.env.passwordLogin) throw new ApiError('password_login_off')
        const link =
          token === undefined
            ? undefined
            : (trx: Queryable, userId: string) => linkSealedIdentity(context, trx, { userId, token })
        return signIn(request, reply, await register(context, { ...registration, link }), true)
      },
      'POST /api/auth/login': async (request, reply) => {
        await limitLogins(request, request.body.username)
        return signIn(request, reply, await login(context, request.body))
      },
      'POST /api/auth/recover': async (request, reply) => {
        // The same counters as a login: guessing a code gives the same access as guessing a password.
        await limitLogins(request, request.body.username)
        return signIn(request, reply, await recover(context, request.body))
      },
      'POST /api/auth/logout': async (request, reply) => {
        await endOwnSession(context, request, reply)
        reply.header('clear-site-data', '"cache"')
      },
    }
  })
}

/** Only admins may have a name that speaks for the product; a name given before stays. */
function assertMayUseName({ account_type, display_name }: Account, displayName: string): void {
  if (account_type === 'admin' || displayName === display_name || !isReservedName(displayName)) return
  throw fieldError('displayName', authMessages.displayNameReserved)
}

/** The viewer's own account. */
function profileRoutes(
  context: Context,
  { refreshAccount, onRenamed }: Omit<AccountRoutesDeps, 'accountData' | 'ownOrigins'>,
) {
  const view = async (viewer: Viewer, account: Account) => ({
    user: viewUser(context, account, await isNewcomer(context, viewer)),
  })
  return handleRoutes(profileApi, () => ({
    'GET /api/auth/me': async ({ viewer }) => view(viewer, await refreshAccount(viewer)),
    'PUT /api/auth/user/profile': async ({ viewer, body: { displayName, playerName } }) => {
      if (displayName !== undefined) assertMayUseName(viewer, displayName)
      for (const [field, text] of Object.entries({ displayName, playerName })) {
        if (!text) continue
        const name = { surface: 'name', text, author: viewer, field } as const
        screenText(context, name)
        await assertClassified(context, name)
      }
      const account = await updateAccount(context, viewer, { display_name: displayName, player_name: playerName })
      if (account.display_name !== viewer.display_name) await onRenamed(viewer.id)
      return view(viewer, account)
    },
    'PUT /api/auth/chat-filter': async ({ viewer, body }) => {
      const { chatFilter } = entitlements[viewer.account_type]
      if (chatFilter !== 'choice') throw new ApiError(chatFilter === 'on' ? 'premium_required' : 'forbidden')
      return view(viewer, await updateAccount(context, viewer, { chat_filter: body.enabled ? 1 : 0 }))
    },
    'PUT /api/auth/memory': async ({ viewer, body }) =>
      view(viewer, await updateAccount(context, viewer, { has_memory: body.enabled ? 1 : 0 })),
    'PUT /api/auth/dismissed-announcement': async ({ viewer, body }) =>
      view(viewer, await updateAccount(context, viewer, { dismissed_announcement: body.id })),
    'POST /api/auth/adult-confirmation': async ({ viewer }) =>
      view(viewer, await updateAccount(context, viewer, { adult_confirmed_at: context.clock.now() })),
  }))
}
