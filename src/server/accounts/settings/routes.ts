import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { attachmentHeader } from '#server/http/attachment-header.ts'
import { boundStream, boundWork } from '#server/http/bounded-work.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { settingsApi } from '#shared/accounts.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { isNewcomer } from '../newcomer.ts'
import { endOwnSession, sessionCutoffs, startSession } from '../sessions/session.ts'
import { updateAccount } from '../update-account.ts'
import { viewSession, viewUser } from '../view.ts'
import { changePassword } from './change-password.ts'
import { exportData, readManifest } from './export-data.ts'
import { countRecoveryCodes, deleteOtherSessions, deleteOwnSession, listSessions } from './queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { requestDeletion } from './request-deletion.ts'

/** Password, recovery codes, sessions, data download and deletion of the viewer's own account. */
export function settingsRoutes(context: Context, accountData: AccountDataSource[]) {
  const { db, clock, settings } = context
  // Each holds the largest file of its archive until the client has read it.
  const message = 'The server is sending other archives at the moment. Please try again in a few seconds.'
  const runDownload = boundWork({ max: 12, maxPerAccount: 2, maxRunning: 12, message })
  return handleRoutes(settingsApi, () => ({
    'POST /api/auth/password': async (request, reply) => {
      const { viewer } = request
      const { passwordHash, recoveryCodesEnded } = await changePassword(context, viewer, request.body)
      await startSession(context, request, reply, { account: viewer, passwordHash })
      return { user: viewUser(context, viewer, await isNewcomer(context, viewer)), recoveryCodesEnded }
    },
    'GET /api/auth/recovery-codes': ({ viewer }) => countRecoveryCodes(db, viewer.id),
    'POST /api/auth/recovery-codes': ({ viewer, body }) => createRecoveryCodes(context, viewer, body.password),

    'GET /api/auth/sessions': async ({ viewer }) => {
      const sessions = await listSessions(db, viewer.id, sessionCutoffs(viewer, clock.now()))
      return sessions.map((session) => viewSession(session, viewer.session_id))
    },
    'DELETE /api/auth/sessions': async ({ viewer }) => {
      await deleteOtherSessions(db, viewer.id, viewer.session_id)
    },
    'DELETE /api/auth/sessions/:id': async (request, reply) => {
      const { viewer } = request
      const { id } = request.params
      if (id === viewer.session_id) await endOwnSession(context, request, reply)
      else if (!(await deleteOwnSession(db, viewer.id, id))) throw notFound()
    },

    'GET /api/auth/data': async ({ viewer }, reply) => {
      const archive = await exportData(context, viewer, accountData)
      await boundStream(runDownload, viewer.id, archive)
      const title = `${settings.site().name} archive ${new Date(clock.now()).toISOString().slice(0, 10)}`
      reply.header('content-disposition', attachmentHeader(title, 'zip'))
      return reply.type('application/zip').send(archive)
    },
    'GET /api/auth/data/manifest': ({ viewer }) =>
      runDownload(viewer.id, () => readManifest(context, viewer, accountData)),
    'POST /api/auth/deletion': async (request, reply) => {
      const { viewer, body } = request
      const deletionScheduledAt = await requestDeletion(context, viewer, { password: body.password, accountData })
      await endOwnSession(context, request, reply)
      reply.header('clear-site-data', '"cache"')
      return { deletionScheduledAt }
    },
    'POST /api/auth/restore': async ({ viewer }) => {
      const account = await updateAccount(context, viewer, { deletion_requested_at: null })
      return { user: viewUser(context, account, await isNewcomer(context, viewer)) }
    },
  }))
}
