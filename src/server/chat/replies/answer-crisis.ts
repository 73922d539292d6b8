import type { Context } from '#server/core/context.ts'
import { flagOf } from '#server/screening/screen-text.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import type { Crisis, ReplyJob } from './reply-job.ts'

/**
 * Answers a player who may be in crisis in place of the character: out of the role, at once and without a model. The
 * client shows the people to talk to below it. The player is not punished; moderators are told if the operator wants it.
 */
export function answerCrisis(
  context: Context,
  reply: LiveReply,
  { viewer, conversationId }: ReplyJob,
  crisis: Crisis,
): Outcome {
  const { crisisResources, crisisFlags } = context.env
  const people = crisisResources.map(({ name, contact }) => `- ${name}: ${contact}`).join('\n')
  reply.append(
    `I’m stepping out of the story for a moment. I’m an AI, and what you just wrote sounds serious. If you might hurt yourself, please talk to somebody now who can be there for you:\n\n${people}\n\nIf you are in danger at this moment, call the emergency services. You have done nothing wrong by saying it, and this conversation stays open. If it was only part of the story, just go on.`,
  )
  if (crisisFlags) {
    const flag = {
      targetType: 'user',
      targetId: viewer.id,
      targetName: viewer.username,
      subjectId: viewer.id,
      ...flagOf(context, crisis.hit, `A message of “${viewer.username}”`),
      evidence: { content: crisis.text, rule: crisis.hit.rule.id, conversationId },
    } as const
    void reply.ended.then(() => context.raisePolicyFlag(context, flag))
  }
  return { status: 'complete', finish: 'help', usage: null, model: 'safety policy', error: null }
}
