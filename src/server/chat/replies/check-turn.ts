import type { Context } from '#server/core/context.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { classifyText } from '#server/screening/classify-text.ts'
import { flagOf, hasChatFilter, noticeOf } from '#server/screening/screen-text.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { explainHold } from '#shared/safety-terms.ts'
import { redactMessage } from '../queries.ts'
import { answerCrisis } from './answer-crisis.ts'
import { holdReply } from './hold-reply.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import type { ReplyJob } from './reply-job.ts'
import { TurnCheck, type Verdict } from './turn-check.ts'

/** Begins to check a turn with the classifier; null where none is set up. */
export function startTurnCheck(context: Context, reply: LiveReply, job: ReplyJob): TurnCheck | null {
  if (!context.classifier || job.crisis) return null
  const isFiltered = hasChatFilter(job.viewer)
  return new TurnCheck(reply, {
    isGated: job.character.content_rating !== 'general',
    classifyReply: (text) => classifyText(context, { surface: 'reply', text, isFiltered }),
    input: classifyText(context, { surface: 'message', text: job.input ?? '', isFiltered }),
  })
}

/** Ends a turn as the classifier's verdict says. */
export async function applyVerdict(
  context: Context,
  reply: LiveReply,
  job: ReplyJob,
  { verdict, text, model }: { verdict: Verdict; text: string; model: string },
): Promise<Outcome> {
  if (verdict.of === 'reply') return holdReply(context, reply, job, { hit: verdict.hit, content: text, model })
  if (verdict.of === 'failure') return failUnchecked(reply, model)
  const { hit } = verdict
  reply.replace(job.text ?? '')
  if (hit.rule.action === 'help') return answerCrisis(context, reply, job, { hit, text: job.input ?? '' })
  return takeBackMessage(context, job, { hit, model })
}

/** Nothing of a mature chat is shown that could not be checked. */
function failUnchecked(reply: LiveReply, model: string): Outcome {
  const userMessage =
    'The safety check of this site does not answer, and chats with mature characters need it. Please try again in a minute.'
  const error = { errorType: 'server_error', userMessage, httpStatus: errorCatalogue.unavailable.status } as const
  const status = reply.text.trim() === '' ? 'failed' : 'interrupted'
  return { status, finish: null, usage: null, model, error }
}

/** Takes back a message that was already stored, and what was answered to it. */
async function takeBackMessage(
  context: Context,
  { kind, parentId, conversationId, viewer, character, input = '' }: ReplyJob,
  { hit, model }: { hit: Hit; model: string },
): Promise<Outcome> {
  const answered = kind === 'reply' ? parentId : null
  if (answered) await redactMessage(context.db, conversationId, answered, context.clock.now())
  const flag = {
    targetType: 'user',
    targetId: viewer.id,
    targetName: viewer.username,
    subjectId: viewer.id,
    ...flagOf(context, hit, `A message by “${viewer.username}”, taken back`),
    evidence: { content: input, surface: 'message', rule: hit.rule.id, conversationId, characterId: character.id },
  } as const
  const userMessage = explainHold('sent', noticeOf(hit))
  const error = { errorType: 'held_back', userMessage, httpStatus: errorCatalogue.held_back.status } as const
  const isFlagged = hit.rule.action !== 'filter'
  return { status: 'redacted', finish: null, usage: null, model, error, ...(isFlagged ? { flag } : {}) }
}
