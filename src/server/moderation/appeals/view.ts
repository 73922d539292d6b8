import { fieldsOf } from '#server/core/fields-of.ts'
import type { FlagStatus } from '#shared/flags.ts'
import { moderationLimits, OwnDecision, OwnReview } from '#shared/moderation.ts'
import type { listReviews, SubjectFlag } from './queries.ts'

/** A decision for the account it affects: without the reporter, the moderator and the notes. */
export function viewDecision(row: SubjectFlag, now: number): OwnDecision {
  return {
    ...fieldsOf(OwnDecision, row),
    category: row.cited_rule ?? row.category,
    effect: row.effect ?? 'none',
    isStrike: row.strike === 1 && row.reversed_at === null,
    appeal: stateOfAppeal(row, now),
    appealReason: row.appeal_reason ?? '',
  }
}

function stateOfAppeal({ decided_at, appeal_status, reversed_at }: SubjectFlag, now: number): OwnDecision['appeal'] {
  if (reversed_at !== null) return 'granted'
  if (appeal_status === 'dismissed') return 'rejected'
  if (appeal_status !== null) return 'under_review'
  if (decided_at === null) return 'not_decided'
  return now - decided_at > moderationLimits.appealWindow ? 'too_late' : 'possible'
}

export const viewReview = (row: Awaited<ReturnType<typeof listReviews>>[number]): OwnReview => ({
  ...fieldsOf(OwnReview, row),
  outcome: reviewOutcomes[row.status],
})

const reviewOutcomes: Record<FlagStatus, OwnReview['outcome']> = {
  open: 'received',
  acknowledged: 'reviewing',
  resolved: 'agreed',
  dismissed: 'rejected',
}
