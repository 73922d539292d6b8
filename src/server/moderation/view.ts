import type { ReportResponse } from '#shared/moderation.ts'
import type { ReportRow } from './queries.ts'

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
