import { sendJson } from '#client/lib/http.ts'
import type { ReportRequest, ReportResponse } from '#shared/moderation.ts'

export function sendReport(report: ReportRequest): Promise<ReportResponse> {
  return sendJson<ReportResponse>('POST', '/api/reports', report)
}
