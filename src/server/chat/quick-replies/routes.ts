import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { QuickReplies, QuickRepliesRequest } from '#shared/quick-replies.ts'
import { readQuickReplies, saveQuickReplies } from './queries.ts'

/** The viewer's quick replies. They are screened when they are sent, like every message. */
export function quickReplyRoutes(context: Context) {
  return createRoutes((app) => {
    const config = { access: 'signed-in' } as const

    app.get('/api/quick-replies', { config, schema: { response: { 200: QuickReplies } } }, async ({ viewer }) => ({
      replies: await readQuickReplies(context.db, viewer.id),
    }))

    app.put(
      '/api/quick-replies',
      {
        config: { ...config, limit: 'saveChatSettings' },
        schema: { body: QuickRepliesRequest, response: { 200: QuickReplies } },
      },
      async ({ viewer, body: { replies } }) => {
        await saveQuickReplies(context.db, { userId: viewer.id, replies, now: context.clock.now() })
        return { replies }
      },
    )
  })
}
