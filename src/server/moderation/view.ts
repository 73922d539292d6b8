import { fieldsOf } from '#server/core/fields-of.ts'
import { OwnReport, type ReportOutcome, ReportResponse } from '#shared/moderation.ts'
import type { ReportRow, ReportWithOutcome } from './queries.ts'

export const viewReport = (row: ReportRow): ReportResponse => ({ report: fieldsOf(ReportResponse.shape.report, row) })

/** A report with its outcome: without other reporters, the moderator and the reported account. */
export const viewOwnReport = (row: ReportWithOutcome): OwnReport => ({
  ...fieldsOf(OwnReport, row),
  outcome: outcomeOf(row),
})

function outcomeOf({ status, reversed_at }: ReportWithOutcome): ReportOutcome {
  if (status === 'open') return 'received'
  if (status === 'acknowledged') return 'reviewing'
  if (status === 'dismissed') return 'no_violation'
  return reversed_at === null ? 'action_taken' : 'reversed'
}
