import type { OwnDecision, OwnReport, OwnReview, ReportOutcome } from '#shared/moderation.ts'

/** The outcome of a report, for the user who sent it. */
export const outcomeLabels: Record<ReportOutcome, string> = {
  received: 'Received, not yet reviewed',
  reviewing: 'Under review',
  action_taken: 'Action taken',
  no_violation: 'No rule was broken',
  reversed: 'Action taken, and undone after an appeal',
}

export function reportTitle({ targetType, targetName }: OwnReport): string {
  const name = targetName ? ` “${targetName}”` : ''
  if (targetType === 'message') return targetName ? `A message of “${targetName}”` : 'A message'
  return targetType === 'user' ? `The user${name}` : `The character${name}`
}

/** What moderators decided, for the user it affects. */
export function decisionTitle({ effect, targetType, targetName }: OwnDecision): string {
  if (effect === 'held') return `“${targetName}” is not in the gallery until a moderator has reviewed it.`
  if (effect === 'character_removed') return `Your character “${targetName}” was removed.`
  if (effect === 'message_redacted') return `A message in a chat with “${targetName}” was removed.`
  if (effect === 'strike') return 'Your account got a strike.'
  if (effect === 'warning') return warningTitles[targetType](targetName)
  if (targetType === 'character') return `Your character “${targetName}” broke a rule. It was deleted by then.`
  return targetType === 'user'
    ? 'A decision about your account.'
    : `A message in a chat with “${targetName}” broke a rule.`
}

const warningTitles: Record<OwnDecision['targetType'], (name: string) => string> = {
  character: (name) => `A warning about your character “${name}”. Nothing was removed.`,
  message: (name) => `A warning about a message in a chat with “${name}”. Nothing was removed.`,
  user: () => 'A warning about your account.',
}

export const appealLabels: Record<Exclude<OwnDecision['appeal'], 'possible'>, string> = {
  under_review: 'Your appeal is under review.',
  granted: 'Your appeal was granted: the decision was undone.',
  rejected: 'Your appeal was rejected: the decision stands.',
  too_late: 'The time to appeal is over.',
  not_decided: 'You can appeal once it is decided.',
}

/** The outcome of a request for the review of a rule. */
export const reviewLabels: Record<OwnReview['outcome'], string> = {
  received: 'Received, not yet reviewed',
  reviewing: 'Under review',
  agreed: 'A moderator agrees with you',
  rejected: 'The rule stands',
}
