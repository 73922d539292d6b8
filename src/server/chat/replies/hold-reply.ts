import { screenContext } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import type { Hit, TextGuard } from '#server/safety/rules/text-guard.ts'
import { flagOf, hasChatFilter, noticeOf } from '#server/screening/screen-text.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { explainHold } from '#shared/safety-terms.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import type { ReplyJob } from './reply-job.ts'

/** The guard of a reply: it knows the character, and the end of the message that the reply follows. */
export function createReplyGuard(context: Context, { viewer, character }: Pick<ReplyJob, 'viewer' | 'character'>) {
  const options = { isFiltered: hasChatFilter(viewer), standing: screenContext(context, character) }
  return (before: string): TextGuard => context.safety.guard('reply', { ...options, before })
}

/**
 * Takes back a reply that breaks a rule, also what was shown of it before, and flags it with all that the model said. What
 * the reply had before the model went on in it stays.
 */
export function holdReply(
  context: Context,
  reply: LiveReply,
  job: ReplyJob,
  { hit, content, model }: { hit: Hit; content: string; model: string },
): Outcome {
  const { text: standing = '' } = job
  reply.replace(standing)
  const flag = hit.rule.action === 'filter' ? null : flagReply(context, job, { hit, content, model })
  const userMessage = explainHold('reply', noticeOf(hit))
  const error = { errorType: 'held_back', userMessage, httpStatus: errorCatalogue.held_back.status } as const
  return { status: standing === '' ? 'redacted' : 'interrupted', finish: null, usage: null, model, error, flag }
}

function flagReply(
  context: Context,
  { id, conversationId, character, viewer }: ReplyJob,
  { hit, content, model }: { hit: Hit; content: string; model: string },
): PolicyFlag {
  return {
    targetType: 'message',
    targetId: id,
    targetName: character.name,
    // The model wrote it.
    subjectId: null,
    ...flagOf(context, hit, `A reply of “${character.name}”, held back`),
    evidence: {
      content,
      rule: hit.rule.id,
      conversationId,
      characterId: character.id,
      characterVersion: character.updated_at,
      contentRating: character.content_rating,
      chatFilter: hasChatFilter(viewer),
      model,
    },
  }
}
