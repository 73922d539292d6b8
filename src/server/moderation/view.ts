import type { OwnReport, ReportOutcome, ReportResponse } from '#shared/moderation.ts'
import type { ReportRow, ReportWithOutcome } from './queries.ts'

export function viewReport(row: ReportRow): ReportResponse {
  return {
    report: {
      id: row.id,
      targetType: row.target_type,
      targetId: row.target_id,
      category: row.category,
      createdAt: row.created_at,
    },
  }
}

/** A report with its outcome: without other reporters, the moderator and the reported account. */
export function viewOwnReport(row: ReportWithOutcome): OwnReport {
  const { report } = viewReport(row)
  return {
    ...report,
    targetName: row.target_name,
    note: row.note,
    outcome: outcomeOf(row),
    decidedAt: row.decided_at,
  }
}

function outcomeOf({ status, reversed_at }: ReportWithOutcome): ReportOutcome {
  if (status === 'open') return 'received'
  if (status === 'acknowledged') return 'reviewing'
  if (status === 'dismissed') return 'no_violation'
  return reversed_at === null ? 'action_taken' : 'reversed'
}
