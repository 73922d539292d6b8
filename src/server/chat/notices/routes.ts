import { publishNotice } from '#server/core/account-events.ts'
import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { noticeApi } from '#shared/notices.ts'
import { listNotices, readSeenAt, saveSeenAt } from './queries.ts'

/** How long a notice is shown, in milliseconds, and how many are at most. */
const lifetime = 30 * 24 * 60 * 60 * 1000
const maxNotices = 30

/** What was decided or changed for an account: read from where it happened, nothing is stored but what was seen. */
export function noticeRoutes(context: Context) {
  const { db, clock } = context
  return handleRoutes(noticeApi, () => ({
    'GET /api/notices': async ({ viewer }) => ({
      notices: await listNotices(db, viewer.id, clock.now() - lifetime, maxNotices),
      seenAt: await readSeenAt(db, viewer.id),
    }),
    'PUT /api/notices/seen': async ({ viewer, body }) => {
      await saveSeenAt(db, viewer.id, Math.min(body.at, clock.now()))
      // The count of the account's other tabs.
      publishNotice(context, [viewer.id])
    },
  }))
}
