import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { type ReportRequest, reportCategories } from '#shared/moderation.ts'
import { collectEvidence } from './evidence.ts'
import { findReport, insertReport, type ReportRow } from './queries.ts'
import { raiseFlag } from './raise-flag.ts'

/** Sent twice at once: the other one won, and this one is undone whole. */
class ReportedTwice extends Error {}

/**
 * A player says that something is wrong. The report and the flag it raises, or is counted on, are one transaction. The
 * same report again is the first one: nobody counts twice.
 */
export async function createReport(context: Context, reporter: Viewer, asked: ReportRequest): Promise<ReportRow> {
  const key = { target_type: asked.targetType, target_id: asked.targetId, category: asked.category }
  const known = () => findReport(context.db, reporter.id, key)
  const before = await known()
  if (before) return before
  try {
    return await context.transact(async (trx) => {
      const target = { type: asked.targetType, id: asked.targetId }
      const { summary, content } = await collectEvidence(context, trx, reporter, target)
      const now = context.clock.now()
      const { label, severity } = reportCategories[asked.category]
      const flag = await raiseFlag(trx, {
        id: context.ids.uuid(),
        targetType: asked.targetType,
        targetId: asked.targetId,
        category: asked.category,
        severity,
        summary: `${label}: ${summary}`,
        details: asked.note,
        evidence: content,
        now,
      })
      const report = { ...key, id: context.ids.uuid(), flag_id: flag.id, reporter_id: reporter.id, note: asked.note }
      if (!(await insertReport(trx, { ...report, created_at: now }))) throw new ReportedTwice()
      return { ...report, created_at: now }
    })
  } catch (error) {
    const won = error instanceof ReportedTwice ? await known() : undefined
    if (!won) throw error
    return won
  }
}
