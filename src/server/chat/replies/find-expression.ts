import { type Expression, toExpression } from '#engine/expressions/expression.ts'
import { expressionOf } from '#engine/expressions/expression-of.ts'
import { expressionQuestion } from '#engine/prompt/instructions.ts'
import { toFields } from '#server/characters/character-columns.ts'
import type { Context } from '#server/core/context.ts'
import { generateText } from '#server/providers/models/generate-text.ts'
import { listExpressions } from '#shared/expressions.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import type { ReplyJob } from './reply-job.ts'

/** Milliseconds: the player waits for the end of the reply. */
const timeout = 5_000
/** Room for a model that thinks first. */
const maxTokens = 300

/**
 * What the character's face shows: as the model has named it below the reply; else, where admins have switched that on, as
 * it says when it is asked again; else as the words of the reply say.
 */
export async function findExpression(
  context: Context,
  reply: LiveReply,
  job: ReplyJob,
  { status }: Outcome,
): Promise<Expression> {
  const isAsked = context.settings.current().expressionCalls && job.showsExpressions && status === 'complete'
  const asked = isAsked && reply.expression === null ? await askExpression(context, reply, job) : null
  return reply.expression ?? asked ?? expressionOf(reply.text)
}

async function askExpression(
  { models, log }: Context,
  { id, text }: LiveReply,
  { viewer, character }: ReplyJob,
): Promise<Expression | null> {
  const names = listExpressions(toFields(character))
  const [model] = models.select(viewer.account_type)
  if (names.length < 2 || model.builtIn) return null
  const messages = [{ role: 'user' as const, content: expressionQuestion(names, text) }]
  try {
    const answer = await generateText(model, { messages, temperature: 0, maxTokens }, AbortSignal.timeout(timeout))
    return toExpression(answer)
  } catch (error) {
    log.warn({ err: error, reply: id }, 'the model did not name the expression of a reply')
    return null
  }
}
