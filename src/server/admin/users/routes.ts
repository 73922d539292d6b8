import { sessionCutoffs } from '#server/accounts/sessions/session.ts'
import { checkPassword } from '#server/accounts/settings/check-password.ts'
import { listSessions } from '#server/accounts/settings/queries.ts'
import { viewSession } from '#server/accounts/view.ts'
import { publishChange } from '#server/core/account-events.ts'
import type { Context } from '#server/core/context.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { readCursor, setNextCursor } from '#server/http/cursor.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { type AdminUserDetails, userApi } from '#shared/users.ts'
import { endSessions, issueCode, setPremium } from './change-user.ts'
import { findRegularUser, listUsers, readFigures } from './queries.ts'
import { setRole } from './set-role.ts'
import { viewUser } from './view.ts'

const accountChanged = { conversationId: null, replyId: null, tabId: null, site: true }

/** Admin → Users. Every change is an entry of the audit log. */
export function userRoutes(context: Context) {
  const { db, dialect, clock } = context
  return handleRoutes(userApi, () => ({
    'GET /api/admin/users': async ({ query: { cursor, search = '', ...filters } }, reply) => {
      const [now, after] = [clock.now(), readCursor(cursor)?.id ?? null]
      const rows = await listUsers(db, dialect, { ...filters, search, after, now })
      setNextCursor(reply, rows, filters.limit, ({ created_at, id }) => ({ value: created_at, id }))
      return { users: rows.map((row) => viewUser(row, now)) }
    },
    'GET /api/admin/users/:id': async ({ viewer, params }) => {
      const details = await readDetails(context, params.id)
      return viewer.account_type === 'admin' ? details : { ...details, subscription: null, sessions: [] }
    },
    'DELETE /api/admin/users/:id/sessions': (request) => endSessions(context, moderatorOf(request), request.params.id),
    'POST /api/admin/users/:id/recovery-code': async (request) => ({
      code: await issueCode(context, moderatorOf(request), request.params.id),
    }),
    'PUT /api/admin/users/:id/premium': async (request) => {
      await setPremium(context, moderatorOf(request), request.params.id, request.body.granted)
      publishChange(context, request.params.id, accountChanged)
      return readDetails(context, request.params.id)
    },
    'PUT /api/admin/users/:id/role': async (request) => {
      const { viewer, params, body } = request
      await checkPassword(context, viewer, body.password)
      await setRole(context, moderatorOf(request), { userId: params.id, role: body.role })
      publishChange(context, params.id, accountChanged)
      return readDetails(context, params.id)
    },
  }))
}

async function readDetails({ db, clock }: Context, id: string): Promise<AdminUserDetails> {
  const now = clock.now()
  const user = orNotFound(await findRegularUser(db, id))
  const [figures, sessions] = [await readFigures(db, id), await listSessions(db, id, sessionCutoffs(user, now))]
  return { user: viewUser(user, now), ...figures, sessions: sessions.map((session) => viewSession(session, '')) }
}
