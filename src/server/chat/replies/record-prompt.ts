import type { Context } from '#server/core/context.ts'
import { saveReplyPrompt } from './queries.ts'
import type { ReplyJob } from './reply-job.ts'

/** Saves what the model is sent for a reply to an admin, who can look at it; null for others. It never rejects. */
export function recordPrompt({ db, clock, log }: Context, { id, conversationId, viewer, stored }: ReplyJob) {
  if (viewer.account_type !== 'admin') return null
  let saved: Promise<unknown> = stored
  const onSent = (body: object) => {
    const row = { message_id: id, conversation_id: conversationId, body: JSON.stringify(body), created_at: clock.now() }
    saved = saved
      .then(() => saveReplyPrompt(db, row))
      .catch((error: unknown) => log.error({ err: error, reply: id }, 'saving a prompt failed'))
  }
  return { onSent, whenSaved: () => saved.catch(() => {}) }
}
