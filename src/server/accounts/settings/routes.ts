import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { attachmentHeader } from '#server/http/attachment-header.ts'
import { boundStream, boundWork } from '#server/http/bounded-work.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { accountLimits, settingsApi } from '#shared/accounts.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { assertOtherAdmin } from '../last-admin.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { isNewcomer } from '../newcomer.ts'
import { hashPassword } from '../password.ts'
import { assertStrongPassword } from '../password-rules.ts'
import { replacePasswordHash, updateUser } from '../queries.ts'
import { deleteLoginsOf } from '../sessions/queries.ts'
import { endOwnSession, sessionCutoffs, startSession } from '../sessions/session.ts'
import { updateAccount } from '../update-account.ts'
import { viewSession, viewUser } from '../view.ts'
import { checkPassword, transactWithPassword, wrongPassword } from './check-password.ts'
import { exportData, readManifest } from './export-data.ts'
import {
  countRecoveryCodes,
  deleteOtherSessions,
  deleteOwnSession,
  deleteRecoveryCodes,
  listSessions,
} from './queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'

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

/**
 * Changes the password and ends all that the old one opened: the account's sessions, the viewer's own included (the
 * caller starts a new one), and its recovery codes, which somebody who knew the password may have created.
 */
async function changePassword(
  context: Context,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ passwordHash: string; recoveryCodesEnded: number }> {
  assertStrongPassword(context, 'newPassword', newPassword)
  const from = await checkPassword(context, viewer, currentPassword, 'currentPassword')
  const to = await hashPassword(newPassword)
  return context.transact(async (trx) => {
    if (!(await replacePasswordHash(trx, viewer.id, { from, to }))) throw wrongPassword('currentPassword')
    await deleteLoginsOf(trx, viewer.id)
    await queueMail(context, trx, { type: 'password-changed', userId: viewer.id })
    return { passwordHash: to, recoveryCodesEnded: await deleteRecoveryCodes(trx, viewer.id) }
  })
}

const lastAdmin =
  'You are the only admin who can act. Make somebody else an admin first (Admin → Users), then delete your account.'

/**
 * Marks the account for deletion: its sessions end and its public characters are hidden at once. Its data stays until
 * the returned time; until then the owner can log in and undo the deletion.
 */
async function requestDeletion(
  context: Context,
  viewer: Viewer,
  { password, accountData }: { password: string; accountData: AccountDataSource[] },
): Promise<number> {
  const passwordHash = await checkPassword(context, viewer, password)
  const assertBefore = (trx: Queryable) => assertOtherAdmin(context, trx, viewer.id, lastAdmin)
  // Before anything is cancelled, and again under a lock.
  await context.transact(assertBefore)
  for (const source of accountData) await source.beforeDeletion?.(context, viewer.id)
  const now = context.clock.now()
  await transactWithPassword(context, { id: viewer.id, passwordHash, assertBefore }, async (trx) => {
    await updateUser(trx, viewer.id, { deletion_requested_at: now })
    await deleteLoginsOf(trx, viewer.id)
  })
  return now + accountLimits.deletionWindow
}
