import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { limiter, limits } from '#server/http/rate-limit.ts'
import {
  ChangePasswordRequest,
  DeletionScheduled,
  PasswordCheck,
  RecoveryCodes,
  RecoveryCodesLeft,
  Session,
  UserResponse,
} from '#shared/accounts.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { endOwnSession, sessionCutoffs, startSession } from '../session.ts'
import { viewSession, viewUser } from '../view.ts'
import { changePassword } from './change-password.ts'
import { requestDeletion, restoreAccount } from './delete-account.ts'
import { exportData, exportName } from './export-data.ts'
import { deleteOtherSessions, deleteOwnSession, listSessions } from './queries.ts'
import { makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'

const ById = z.object({ id: z.string().max(64) })

/** What an account's owner may do to it beyond its name. */
export function settingsRoutes(context: Context, accountData: AccountDataSource[]) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const mayGuess = limiter(app, context, limits.passwordCheck)

    app.post(
      '/api/auth/password',
      { config: { access: 'signed-in' }, schema: { body: ChangePasswordRequest, response: { 200: UserResponse } } },
      async (request, reply) => {
        const { viewer } = request
        await mayGuess(request, viewer.id)
        await changePassword(context, viewer, request.body)
        await startSession(context, request, reply, viewer.id)
        return { user: viewUser(context, viewer) }
      },
    )

    app.get(
      '/api/auth/recovery-codes',
      { config: { access: 'signed-in' }, schema: { response: { 200: RecoveryCodesLeft } } },
      async (request) => {
        const { viewer } = request
        return recoveryCodesLeft(context, viewer)
      },
    )

    app.post(
      '/api/auth/recovery-codes',
      { config: { access: 'signed-in' }, schema: { body: PasswordCheck, response: { 200: RecoveryCodes } } },
      async (request, reply) => {
        const { viewer } = request
        await mayGuess(request, viewer.id)
        reply.header('cache-control', 'no-store')
        return makeRecoveryCodes(context, viewer, request.body.password)
      },
    )

    await instance.register(sessionRoutes(context))
    await instance.register(leavingRoutes(context, accountData, mayGuess))
  }
}

/** Where the account is signed in. */
function sessionRoutes(context: Context) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()

    app.get(
      '/api/auth/sessions',
      { config: { access: 'signed-in' }, schema: { response: { 200: z.array(Session) } } },
      async (request) => {
        const { viewer } = request
        const sessions = await listSessions(context.db, viewer.id, sessionCutoffs(viewer, context.clock.now()))
        return sessions.map((session) => viewSession(session, viewer.session_id))
      },
    )

    app.delete('/api/auth/sessions', { config: { access: 'signed-in' } }, async (request, reply) => {
      const { viewer } = request
      await deleteOtherSessions(context.db, viewer.id, viewer.session_id)
      return reply.status(204).send()
    })

    app.delete(
      '/api/auth/sessions/:id',
      { config: { access: 'signed-in' }, schema: { params: ById } },
      async (request, reply) => {
        const { viewer } = request
        const { id } = request.params
        if (id === viewer.session_id) await endOwnSession(context, request, reply)
        else if (!(await deleteOwnSession(context.db, viewer.id, id))) throw notFound()
        return reply.status(204).send()
      },
    )
  }
}

/** Taking one's data along, going, and coming back. */
function leavingRoutes(context: Context, accountData: AccountDataSource[], mayGuess: ReturnType<typeof limiter>) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const mayDownload = limiter(app, context, limits.download)

    app.get('/api/auth/data', { config: { access: 'signed-in-pending-deletion' } }, async (request, reply) => {
      const { viewer } = request
      await mayDownload(request, viewer.id)
      return reply
        .header('content-disposition', `attachment; filename="${exportName(context.clock.now())}"`)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(await exportData(context, viewer, accountData))
    })

    app.post(
      '/api/auth/deletion',
      { config: { access: 'signed-in' }, schema: { body: PasswordCheck, response: { 200: DeletionScheduled } } },
      async (request, reply) => {
        const { viewer } = request
        await mayGuess(request, viewer.id)
        const deletionScheduledAt = await requestDeletion(context, viewer, request.body.password)
        await endOwnSession(context, request, reply)
        return reply.header('clear-site-data', '"cache"').send({ deletionScheduledAt })
      },
    )

    app.post(
      '/api/auth/restore',
      { config: { access: 'signed-in-pending-deletion' }, schema: { response: { 200: UserResponse } } },
      async (request) => {
        const { viewer } = request
        return { user: viewUser(context, await restoreAccount(context, viewer)) }
      },
    )
  }
}
