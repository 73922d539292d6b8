import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { quickReplyApi } from '#shared/quick-replies.ts'
import { readQuickReplies, saveQuickReplies } from './queries.ts'

/** The viewer's quick replies. They are screened when they are sent, like every message. */
export function quickReplyRoutes({ db, clock }: Context) {
  return handleRoutes(quickReplyApi, () => ({
    'GET /api/quick-replies': async ({ viewer }) => ({ replies: await readQuickReplies(db, viewer.id) }),
    'PUT /api/quick-replies': async ({ viewer, body: { replies } }) => {
      await saveQuickReplies(db, { userId: viewer.id, replies, now: clock.now() })
      return { replies }
    },
  }))
}
