import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { addressOf } from '#server/http/address.ts'
import { notFound } from '#server/http/api-error.ts'
import { limiter, limits } from '#server/http/rate-limit.ts'
import { Credentials, ProfileRequest, RecoverRequest, UserResponse, usernameKey } from '#shared/accounts.ts'
import type { AccountDataSource } from './account-data-source.ts'
import { login } from './login.ts'
import { updateUser } from './queries.ts'
import { register } from './register.ts'
import { endOwnSession, startSession } from './session.ts'
import { recover } from './settings/recovery-codes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { viewUser } from './view.ts'

/** The account as it stands now: what the capabilities above know may have changed it since it was read. */
type Refresh = (account: Account) => Promise<Account>

/** `belongings`: what the capabilities above keep for an account, for its download. */
export function accountRoutes(context: Context, accountData: AccountDataSource[], refresh: Refresh) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const loginAddress = limiter(app, context, limits.loginAddress)
    const loginPair = limiter(app, context, limits.loginPair)
    const registerAddress = limiter(app, context, limits.register)

    app.post(
      '/api/auth/register',
      { config: { access: 'public' }, schema: { body: Credentials, response: { 200: UserResponse } } },
      async (request, reply) => {
        await registerAddress(request, addressOf(request))
        const user = await register(context, request.body)
        await startSession(context, request, reply, user.id)
        return { user: viewUser(context, user) }
      },
    )

    app.post(
      '/api/auth/login',
      { config: { access: 'public' }, schema: { body: Credentials, response: { 200: UserResponse } } },
      async (request, reply) => {
        await loginAddress(request, addressOf(request))
        await loginPair(request, `${addressOf(request)} ${usernameKey(request.body.username)}`)
        const user = await login(context, request.body)
        await startSession(context, request, reply, user.id)
        return { user: viewUser(context, user) }
      },
    )

    app.post(
      '/api/auth/recover',
      { config: { access: 'public' }, schema: { body: RecoverRequest, response: { 200: UserResponse } } },
      async (request, reply) => {
        // The same counters as a login: a code is another way to guess one's way in.
        await loginAddress(request, addressOf(request))
        await loginPair(request, `${addressOf(request)} ${usernameKey(request.body.username)}`)
        const user = await recover(context, request.body)
        await startSession(context, request, reply, user.id)
        return { user: viewUser(context, user) }
      },
    )

    app.post('/api/auth/logout', { config: { access: 'public' } }, async (request, reply) => {
      await endOwnSession(context, request, reply)
      return reply.header('clear-site-data', '"cache"').status(204).send()
    })

    app.get(
      '/api/auth/me',
      { config: { access: 'signed-in-pending-deletion' }, schema: { response: { 200: UserResponse } } },
      async (request) => {
        return { user: viewUser(context, await refresh(request.viewer)) }
      },
    )

    app.put(
      '/api/auth/user/profile',
      { config: { access: 'signed-in' }, schema: { body: ProfileRequest, response: { 200: UserResponse } } },
      async (request) => {
        const user = await updateUser(context.db, request.viewer.id, { display_name: request.body.displayName })
        if (!user) throw notFound()
        return { user: viewUser(context, user) }
      },
    )

    app.post(
      '/api/auth/adult-confirmation',
      {
        config: { access: 'signed-in' },
        schema: { body: z.object({ confirmed: z.literal(true) }), response: { 200: UserResponse } },
      },
      async (request) => {
        const user = await updateUser(context.db, request.viewer.id, { adult_confirmed_at: context.clock.now() })
        if (!user) throw notFound()
        return { user: viewUser(context, user) }
      },
    )

    await instance.register(settingsRoutes(context, accountData))
  }
}
