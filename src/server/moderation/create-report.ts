import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { ReportRequest } from '#shared/moderation.ts'
import { collectEvidence } from './evidence.ts'
import { findReport, insertReport, type ReportRow } from './queries.ts'
import { announceAlerts, raiseFlag } from './raise-flag.ts'

/** Rolls the transaction back when a concurrent request has saved the same report. */
class DuplicateReportError extends Error {}

/**
 * Saves a report and raises its flag, or counts it on the open one, in one transaction. A repeated report returns the
 * first one and is not counted again.
 */
export async function createReport(context: Context, reporter: Viewer, request: ReportRequest): Promise<ReportRow> {
  const key = { target_type: request.targetType, target_id: request.targetId, category: request.category }
  const findExisting = () => findReport(context.db, reporter.id, key)
  const existing = await findExisting()
  if (existing) return existing
  try {
    const saved = await context.transact(async (trx) => {
      const target = { type: request.targetType, id: request.targetId }
      const { isSeeded = false, ...evidence } = await collectEvidence(context, trx, reporter, target)
      const flag = await raiseFlag(context, trx, {
        targetType: request.targetType,
        targetId: request.targetId,
        category: request.category,
        source: 'report',
        details: request.note,
        summary: evidence.summary,
        targetName: evidence.targetName,
        subjectId: evidence.subjectId,
        evidence: evidence.content,
      })
      const report: ReportRow = {
        ...key,
        id: context.ids.uuid(),
        flag_id: flag.id,
        reporter_id: reporter.id,
        note: request.note,
        is_seeded: isSeeded ? 1 : 0,
        created_at: context.clock.now(),
      }
      if (!(await insertReport(trx, report))) throw new DuplicateReportError()
      return report
    })
    announceAlerts(context)
    return saved
  } catch (error) {
    const saved = error instanceof DuplicateReportError ? await findExisting() : undefined
    if (!saved) throw error
    return saved
  }
}
