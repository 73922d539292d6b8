import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { flagOf, hasChatFilter, noticeOf } from '#server/screening/screen-text.ts'
import type { ContentRating } from '#shared/entitlements.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { explainHold, reviewableRule } from '#shared/safety-terms.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import type { DraftJob } from './reply-job.ts'

/** What a flag records of its turn. */
export interface FlaggedTurn {
  /** Null for a greeting, which is written before its conversation. */
  conversationId: string | null
  character: { id: string; name: string; updated_at: number | null; content_rating: ContentRating | null }
  viewer: Pick<DraftJob['viewer'], 'id' | 'username' | 'account_type' | 'chat_filter' | 'is_guest'>
}

/**
 * Removes a reply that breaks a rule, including what was shown of it, and raises a flag with all that the model said.
 * Text from before a continuation stays.
 */
export function holdReply(
  context: Context,
  reply: LiveReply,
  job: DraftJob,
  { hit, content, model }: { hit: Hit; content: string; model: string },
): Outcome {
  const { text: existing = '' } = job
  reply.replace(existing)
  // In a continuation, the offsets of the guard are relative to its beginning.
  const isWhole = existing === '' && hit.foundBy === undefined
  const flag = hit.rule.action === 'filter' ? null : flagReply(context, job, { hit, content, model, isWhole })
  const error = heldBackEnd('reply', hit)
  return { status: existing === '' ? 'redacted' : 'interrupted', finish: null, usage: null, model, error, flag }
}

/** The error with which a turn ends that breaks a rule. */
export function heldBackEnd(kind: 'reply' | 'sent', hit: Hit) {
  const notice = noticeOf(hit)
  const { status: httpStatus } = errorCatalogue.held_back
  const userMessage = explainHold(kind, notice)
  return { errorType: 'held_back', userMessage, httpStatus, rule: reviewableRule(notice) } as const
}

export function flagReply(
  context: Context,
  { id, conversationId, character, viewer }: FlaggedTurn & Pick<DraftJob, 'id'>,
  { hit, content, model, isWhole = false }: { hit: Hit; content: string; model: string; isWhole?: boolean },
): PolicyFlag {
  return {
    targetType: 'message',
    targetId: id,
    targetName: character.name,
    // No account is responsible for what a model wrote.
    subjectId: null,
    ...flagOf(context, hit, `A reply of “${character.name}”, held back`),
    evidence: {
      content,
      speaker: character.name,
      rule: hit.rule.id,
      ...(isWhole ? { start: hit.start, end: hit.end } : {}),
      conversationId,
      characterId: character.id,
      characterVersion: character.updated_at,
      contentRating: character.content_rating,
      chatFilter: hasChatFilter(viewer),
      model,
    },
  }
}
