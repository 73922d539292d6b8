import { publishNotice } from '#server/core/account-events.ts'
import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { Notices, SeenRequest } from '#shared/notices.ts'
import { listNotices, readSeenAt, saveSeenAt } from './queries.ts'

/** How long a notice is shown, in milliseconds, and how many are at most. */
const lifetime = 30 * 24 * 60 * 60 * 1000
const maxNotices = 30

/** What was decided or changed for an account: read from where it happened, nothing is stored but what was seen. */
export function noticeRoutes(context: Context) {
  const { db, clock } = context
  return createRoutes((app) => {
    app.get(
      '/api/notices',
      { config: { access: 'signed-in' }, schema: { response: { 200: Notices } } },
      async ({ viewer }) => ({
        notices: await listNotices(db, viewer.id, clock.now() - lifetime, maxNotices),
        seenAt: await readSeenAt(db, viewer.id),
      }),
    )

    app.put(
      '/api/notices/seen',
      { config: { access: 'signed-in', limit: 'saveChatSettings' }, schema: { body: SeenRequest } },
      async ({ viewer, body }, reply) => {
        await saveSeenAt(db, viewer.id, Math.min(body.at, clock.now()))
        // The count of the account's other tabs.
        publishNotice(context, [viewer.id])
        return reply.status(204).send()
      },
    )
  })
}
