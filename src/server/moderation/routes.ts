import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderationApi, type OwnDecision, type ReportRequest } from '#shared/moderation.ts'
import { countStrikes, findSubjectFlag, listReviews, listSubjectFlags } from './appeals/queries.ts'
import { viewDecision, viewReview } from './appeals/view.ts'
import { collectEvidence } from './evidence.ts'
import { lockFlag } from './flags/queries.ts'
import { findReport, insertReport, listReportOutcomes, type ReportRow } from './queries.ts'
import { announceAlerts, raiseFlag } from './raise-flag.ts'
import { viewOwnReport, viewReport } from './view.ts'

/** How many of each an account is shown. */
const listed = { reports: 100, decisions: 100, reviews: 10 }

export function moderationRoutes(context: Context) {
  const { db, clock } = context
  return handleRoutes(moderationApi, () => ({
    'POST /api/reports': async ({ viewer, body }) => viewReport(await createReport(context, viewer, body)),
    'GET /api/reports': async ({ viewer }) => ({
      reports: (await listReportOutcomes(db, viewer.id, listed.reports)).map(viewOwnReport),
    }),
    'GET /api/moderation/decisions': async ({ viewer }) => {
      const now = clock.now()
      const [rows, strikes, reviews] = await Promise.all([
        listSubjectFlags(db, viewer.id, listed.decisions),
        countStrikes(db, viewer.id),
        listReviews(db, viewer.id, listed.reviews),
      ])
      return { decisions: rows.map((row) => viewDecision(row, now)), strikes, reviews: reviews.map(viewReview) }
    },
    'POST /api/appeals': async ({ viewer, body }) => ({ decision: await createAppeal(context, viewer, body) }),
  }))
}

/** Appeals a decision that affects the viewer, once: it raises a flag of its own, which refers to the decision. */
async function createAppeal(
  context: Context,
  viewer: Viewer,
  { flagId, text }: { flagId: string; text: string },
): Promise<OwnDecision> {
  const now = context.clock.now()
  const appealed = await context.transact(async (trx) => {
    await lockFlag(trx, context.dialect, flagId)
    const decision = orNotFound(await findSubjectFlag(trx, viewer.id, flagId))
    const { appeal } = viewDecision(decision, now)
    if (appeal !== 'possible') throw new ApiError('not_appealable')
    await raiseFlag(context, trx, {
      targetType: decision.target_type,
      targetId: decision.target_id,
      targetName: decision.target_name,
      category: 'appeal',
      source: 'appeal',
      summary: decision.summary,
      details: text,
      subjectId: viewer.id,
      evidence: { decisionId: decision.id, category: decision.category, effect: decision.effect, text },
      previousFlagId: decision.id,
    })
    return { ...decision, appeal_status: 'open' as const }
  })
  announceAlerts(context)
  return viewDecision(appealed, now)
}

/** Rolls the transaction back when a concurrent request has saved the same report. */
class DuplicateReportError extends Error {}

/**
 * Saves a report and raises its flag, or counts it on the open one, in one transaction. A repeated report returns the
 * first one and is not counted again.
 */
async function createReport(context: Context, reporter: Viewer, request: ReportRequest): Promise<ReportRow> {
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
