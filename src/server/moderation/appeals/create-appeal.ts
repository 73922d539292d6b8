import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { OwnDecision } from '#shared/moderation.ts'
import { lockFlag } from '../flags/queries.ts'
import { announceAlerts, raiseFlag } from '../raise-flag.ts'
import { findSubjectFlag } from './queries.ts'
import { viewDecision } from './view.ts'

/** Appeals a decision that affects the viewer, once: it raises a flag of its own, which refers to the decision. */
export async function createAppeal(
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
