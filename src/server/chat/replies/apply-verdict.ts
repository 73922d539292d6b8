import { isBlank } from '#engine/is-blank.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import { listCopies } from '#server/moderation/enforcement/queries.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { userFlag } from '#server/screening/screen-text.ts'
import { errorCatalogue } from '#shared/errors.ts'
import {
  clearTitle,
  findStoredMessage,
  lockConversationRow,
  saveConversationSearch,
  updateMessage,
} from '../tree/queries.ts'
import { titleFrom } from '../tree/title.ts'
import { answerCrisis } from './answer-crisis.ts'
import { type FlaggedTurn, heldBackEnd, holdReply } from './hold-reply.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import type { DraftJob } from './reply-job.ts'
import type { Verdict } from './turn-check.ts'

/** Ends a turn as the classifier's verdict says. */
export async function applyVerdict(
  context: Context,
  reply: LiveReply,
  job: DraftJob,
  { verdict, text, model }: { verdict: Verdict; text: string; model: string },
): Promise<Outcome> {
  if (verdict.of === 'reply') return holdReply(context, reply, job, { hit: verdict.hit, content: text, model })
  if (verdict.of === 'failure') return failUnchecked(reply, model)
  const { hit } = verdict
  reply.replace(job.text ?? '')
  if (hit.rule.action === 'help') return answerCrisis(context, reply, job, { hit, text: job.input ?? '' })
  return retractMessage(context, job, { hit, model })
}

/** The outcome in a mature chat, which shows only checked text, when the classifier does not answer. */
function failUnchecked(reply: LiveReply, model: string): Outcome {
  const userMessage =
    'The safety check of this site does not answer, and chats with mature characters need it. Please try again in a minute.'
  const error = { errorType: 'server_error', userMessage, httpStatus: errorCatalogue.unavailable.status } as const
  const status = isBlank(reply.text) ? 'failed' : 'interrupted'
  return { status, finish: null, usage: null, model, error }
}

/** Removes the text of the user's message, which was already stored, and of the reply to it. */
async function retractMessage(
  context: Context,
  job: DraftJob,
  { hit, model }: { hit: Hit; model: string },
): Promise<Outcome> {
  const { kind, parentId, input = '' } = job
  if (kind === 'reply' && parentId !== null) {
    await context.transact((trx) => redactUserMessage(trx, parentId, context.clock.now()))
  }
  const error = heldBackEnd('sent', hit)
  const flag = hit.rule.action === 'filter' ? null : flagMessage(context, job, { hit, text: input })
  return { status: 'redacted', finish: null, usage: null, model, error, flag }
}

/** Removes the text of a user's message and of its copies, also from the titles that came from it. */
export async function redactUserMessage(trx: Queryable, messageId: string, now: number): Promise<void> {
  for (const { id, conversation_id } of await listCopies(trx, messageId)) {
    await lockConversationRow(trx, conversation_id)
    const message = await findStoredMessage(trx, conversation_id, id)
    if (!message) continue
    await updateMessage(trx, conversation_id, id, { content: '', status: 'redacted', updated_at: now })
    const untitled = await clearTitle(trx, conversation_id, titleFrom(message.content))
    if (untitled) await saveConversationSearch(trx, untitled)
  }
}

export function flagMessage(
  context: Context,
  { viewer, conversationId, character }: FlaggedTurn,
  { hit, text }: { hit: Hit; text: string },
): PolicyFlag {
  const summary = `A message by “${viewer.username}”, taken back`
  const evidence = { content: text, surface: 'message', conversationId, characterId: character.id } as const
  return userFlag(context, viewer, hit, { summary, ...evidence })
}
