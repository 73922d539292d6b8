import type { FlagStatus } from '#shared/flags.ts'
import { moderationLimits, type OwnDecision, type OwnReview } from '#shared/moderation.ts'
import type { listReviews, SubjectFlag } from './queries.ts'

/** A decision for the account it affects: without the reporter, the moderator and the notes. */
export function viewDecision(row: SubjectFlag, now: number): OwnDecision {
  return {
    id: row.id,
    targetType: row.target_type,
    targetId: row.target_id,
    targetName: row.target_name,
    category: row.cited_rule ?? row.category,
    reason: row.reason,
    effect: row.effect ?? 'none',
    isStrike: row.strike === 1 && row.reversed_at === null,
    decidedAt: row.decided_at,
    suspendedUntil: row.suspended_until,
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

export function viewReview({
  id,
  status,
  created_at,
  decided_at,
}: Awaited<ReturnType<typeof listReviews>>[number]): OwnReview {
  return { id, createdAt: created_at, decidedAt: decided_at, outcome: reviewOutcomes[status] }
}

const reviewOutcomes: Record<FlagStatus, OwnReview['outcome']> = {
  open: 'received',
  acknowledged: 'reviewing',
  resolved: 'agreed',
  dismissed: 'rejected',
}
