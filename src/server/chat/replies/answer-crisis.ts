import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import { userFlag } from '#server/screening/screen-text.ts'
import type { Crisis } from '../screening/screen-turn.ts'
import type { FlaggedTurn } from './hold-reply.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import type { DraftJob } from './reply-job.ts'

/**
 * Answers a player who may be in crisis in place of the character: out of the role, at once and without a model. The
 * client shows the people to talk to below it. The player is not punished; a flag is raised unless `CRISIS_FLAGS` is off.
 */
export function answerCrisis(context: Context, reply: LiveReply, job: DraftJob, crisis: Crisis): Outcome {
  const { crisisResources, crisisFlags } = context.env
  const people = crisisResources.map(({ name, contact }) => `- ${name}: ${contact}`).join('\n')
  const answer = `I’m stepping out of the story for a moment. I’m an AI, and what you just wrote sounds serious. If you might hurt yourself, please talk to somebody now who can be there for you:\n\n${people}\n\nIf you are in danger at this moment, call the emergency services. You have done nothing wrong by saying it, and this conversation stays open. If it was only part of the story, just go on.`
  // After a crash, the existing text can be the beginning of this answer.
  reply.append(answer.startsWith(reply.text) ? answer.slice(reply.text.length) : `\n\n${answer}`)
  const flag = crisisFlags ? flagCrisis(context, job, crisis) : null
  return { status: 'complete', finish: 'help', usage: null, model: 'safety policy', error: null, flag }
}

export function flagCrisis(
  context: Context,
  { viewer, conversationId }: Pick<FlaggedTurn, 'viewer' | 'conversationId'>,
  { hit, text }: Crisis,
): PolicyFlag {
  const summary = `A message of “${viewer.username}”`
  return userFlag(context, viewer, hit, { summary, content: text, surface: 'message', conversationId })
}
