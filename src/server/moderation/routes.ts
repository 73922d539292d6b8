import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderationApi, type OwnDecision } from '#shared/moderation.ts'
import { countStrikes, findSubjectFlag, listReviews, listSubjectFlags } from './appeals/queries.ts'
import { viewDecision, viewReview } from './appeals/view.ts'
import { createReport } from './create-report.ts'
import { lockFlag } from './flags/queries.ts'
import { listReportOutcomes } from './queries.ts'
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
    const decision = await findSubjectFlag(trx, viewer.id, flagId)
    if (!decision) throw notFound()
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
