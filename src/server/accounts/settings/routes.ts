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
import { endOwnSession, requireViewer, requireViewerPendingDeletion, sessionCutoffs, startSession } from '../session.ts'
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
      { schema: { body: ChangePasswordRequest, response: { 200: UserResponse } } },
      async (request, reply) => {
        const { user } = await requireViewer(context, request)
        await mayGuess(request, user.id)
        await changePassword(context, user, request.body)
        await startSession(context, request, reply, user.id)
        return { user: viewUser(context, user) }
      },
    )

    app.get('/api/auth/recovery-codes', { schema: { response: { 200: RecoveryCodesLeft } } }, async (request) => {
      const { user } = await requireViewer(context, request)
      return recoveryCodesLeft(context, user)
    })

    app.post(
      '/api/auth/recovery-codes',
      { schema: { body: PasswordCheck, response: { 200: RecoveryCodes } } },
      async (request, reply) => {
        const { user } = await requireViewer(context, request)
        await mayGuess(request, user.id)
        reply.header('cache-control', 'no-store')
        return makeRecoveryCodes(context, user, request.body.password)
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

    app.get('/api/auth/sessions', { schema: { response: { 200: z.array(Session) } } }, async (request) => {
      const { user, sessionId } = await requireViewer(context, request)
      const sessions = await listSessions(context.db, user.id, sessionCutoffs(user, context.clock.now()))
      return sessions.map((session) => viewSession(session, sessionId))
    })

    app.delete('/api/auth/sessions', async (request, reply) => {
      const { user, sessionId } = await requireViewer(context, request)
      await deleteOtherSessions(context.db, user.id, sessionId)
      return reply.status(204).send()
    })

    app.delete('/api/auth/sessions/:id', { schema: { params: ById } }, async (request, reply) => {
      const { user, sessionId } = await requireViewer(context, request)
      const { id } = request.params
      if (id === sessionId) await endOwnSession(context, request, reply)
      else if (!(await deleteOwnSession(context.db, user.id, id))) throw notFound()
      return reply.status(204).send()
    })
  }
}

/** Taking one's data along, going, and coming back. */
function leavingRoutes(context: Context, accountData: AccountDataSource[], mayGuess: ReturnType<typeof limiter>) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const mayDownload = limiter(app, context, limits.download)

    app.get('/api/auth/data', async (request, reply) => {
      const { user } = await requireViewerPendingDeletion(context, request)
      await mayDownload(request, user.id)
      return reply
        .header('content-disposition', `attachment; filename="${exportName(context.clock.now())}"`)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(await exportData(context, user, accountData))
    })

    app.post(
      '/api/auth/deletion',
      { schema: { body: PasswordCheck, response: { 200: DeletionScheduled } } },
      async (request, reply) => {
        const { user } = await requireViewer(context, request)
        await mayGuess(request, user.id)
        const deletionScheduledAt = await requestDeletion(context, user, request.body.password)
        await endOwnSession(context, request, reply)
        return reply.header('clear-site-data', '"cache"').send({ deletionScheduledAt })
      },
    )

    app.post('/api/auth/restore', { schema: { response: { 200: UserResponse } } }, async (request) => {
      const { user } = await requireViewerPendingDeletion(context, request)
      return { user: viewUser(context, await restoreAccount(context, user)) }
    })
  }
}
