import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import {
  ChangePasswordRequest,
  DeletionScheduled,
  PasswordChanged,
  PasswordCheck,
  RecoveryCodes,
  RecoveryCodesLeft,
  Session,
  UserResponse,
} from '#shared/accounts.ts'
import { ById } from '#shared/routes.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { isNewcomer } from '../newcomer.ts'
import { endOwnSession, sessionCutoffs, startSession } from '../sessions/session.ts'
import { updateAccount } from '../update-account.ts'
import { viewSession, viewUser } from '../view.ts'
import { changePassword } from './change-password.ts'
import { exportData, exportFileName } from './export-data.ts'
import { countRecoveryCodes, deleteOtherSessions, deleteOwnSession, listSessions } from './queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { requestDeletion } from './request-deletion.ts'

const limited = { access: 'signed-in', limit: 'passwordCheck' } as const

/** Password, recovery codes, sessions, data download and deletion of the viewer's own account. */
export function settingsRoutes(context: Context, accountData: AccountDataSource[]) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(passwordRoutes(context))
    await app.register(sessionRoutes(context))
    await app.register(deletionRoutes(context, accountData))
  }
}

function passwordRoutes(context: Context) {
  return createRoutes((app) => {
    app.post(
      '/api/auth/password',
      { config: limited, schema: { body: ChangePasswordRequest, response: { 200: PasswordChanged } } },
      async (request, reply) => {
        const { viewer } = request
        const { passwordHash, recoveryCodesEnded } = await changePassword(context, viewer, request.body)
        await startSession(context, request, reply, { account: viewer, passwordHash })
        return { user: viewUser(context, viewer, await isNewcomer(context, viewer)), recoveryCodesEnded }
      },
    )

    app.get(
      '/api/auth/recovery-codes',
      { config: { access: 'signed-in' }, schema: { response: { 200: RecoveryCodesLeft } } },
      async ({ viewer }) => countRecoveryCodes(context.db, viewer.id),
    )

    app.post(
      '/api/auth/recovery-codes',
      { config: limited, schema: { body: PasswordCheck, response: { 200: RecoveryCodes } } },
      async (request) => {
        const { viewer } = request
        return createRecoveryCodes(context, viewer, request.body.password)
      },
    )
  })
}

function sessionRoutes(context: Context) {
  return createRoutes((app) => {
    app.get(
      '/api/auth/sessions',
      { config: { access: 'signed-in' }, schema: { response: { 200: z.array(Session) } } },
      async ({ viewer }) => {
        const sessions = await listSessions(context.db, viewer.id, sessionCutoffs(viewer, context.clock.now()))
        return sessions.map((session) => viewSession(session, viewer.session_id))
      },
    )

    app.delete('/api/auth/sessions', { config: { access: 'signed-in' } }, async ({ viewer }, reply) => {
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
  })
}

/** Downloading the account's data, requesting deletion, and undoing it. */
function deletionRoutes(context: Context, accountData: AccountDataSource[]) {
  return createRoutes((app) => {
    app.get(
      '/api/auth/data',
      { config: { access: 'signed-in-pending-deletion', limit: 'download' } },
      async (request, reply) => {
        const { viewer } = request
        return reply
          .header('content-disposition', `attachment; filename="${exportFileName(context.clock.now())}"`)
          .type('application/json; charset=utf-8')
          .send(await exportData(context, viewer, accountData))
      },
    )

    app.post(
      '/api/auth/deletion',
      {
        config: { access: 'signed-in-suspended', limit: 'passwordCheck' },
        schema: { body: PasswordCheck, response: { 200: DeletionScheduled } },
      },
      async (request, reply) => {
        const { viewer } = request
        const deletionScheduledAt = await requestDeletion(context, viewer, {
          password: request.body.password,
          accountData,
        })
        await endOwnSession(context, request, reply)
        return reply.header('clear-site-data', '"cache"').send({ deletionScheduledAt })
      },
    )

    app.post(
      '/api/auth/restore',
      { config: { access: 'signed-in-pending-deletion' }, schema: { response: { 200: UserResponse } } },
      async ({ viewer }) => {
        const account = await updateAccount(context, viewer, { deletion_requested_at: null })
        return { user: viewUser(context, account, await isNewcomer(context, viewer)) }
      },
    )
  })
}
