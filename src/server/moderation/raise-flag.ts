import { hash } from 'node:crypto'
import { addFlagEvent } from '#server/accounts/webhooks/add-events.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type FlagSource, flagLimits } from '#shared/flags.ts'
import { flagCategories } from '#shared/moderation.ts'
import { applyDecisions } from './enforcement/apply-decisions.ts'
import {
  appendAlerts,
  type FlagRow,
  findDecidedFlag,
  insertAppeal,
  insertEvidence,
  insertOrCountFlag,
} from './queries.ts'

/** Something that moderators should look at, reported by a user or found by the server. */
export interface NewFlag extends Omit<PolicyFlag, 'source'> {
  source: FlagSource
  /** For an appeal: the decision it is about. */
  previousFlagId?: string
}

/**
 * Raises a flag. There is one undecided flag per target and category; raising it again counts another report, and stores
 * the content again if it has changed. After a decision, a new flag is created that refers to the decided one. A second
 * appeal against the same decision is rejected.
 *
 * To be called last in the transaction (see `appendAlerts`), followed by `announceAlerts` after its commit.
 */
export async function raiseFlag(context: Context, trx: Queryable, flag: NewFlag): Promise<FlagRow> {
  const { row, isNew } = await storeFlag(context, trx, flag)
  if (isNew) {
    const { category, severity, target_type: targetType, target_id: targetId } = row
    await addFlagEvent(context, trx, { flagId: row.id, category, severity, targetType, targetId })
  }
  await appendAlerts(context, trx, isNew ? 'flag_alert' : 'flag_updated', [row.id])
  return row
}

/** `raiseFlag` without the alert, for a flag that the same transaction decides. */
export async function storeFlag(
  context: Context,
  trx: Queryable,
  flag: NewFlag,
): Promise<{ row: FlagRow; isNew: boolean }> {
  const { clock, ids, metrics } = context
  const now = clock.now()
  const id = ids.uuid()
  const { label, severity: defaultSeverity } = flagCategories[flag.category]
  const { severity = defaultSeverity, hold = false, targetType, targetId } = flag
  const key = { target_type: targetType, target_id: targetId, category: flag.category }
  // A request for a review is an appeal against no decision: nothing would be undone by granting it.
  const decided = flag.category === 'appeal' ? undefined : await findDecidedFlag(trx, key)
  const previous = flag.previousFlagId ?? decided?.id ?? null
  const added = {
    ...key,
    id,
    severity,
    summary: `${label}: ${flag.summary}`,
    details: flag.details,
    target_name: flag.targetName,
    source: flag.source,
    status: 'open' as const,
    report_count: 1,
    subject_id: flag.subjectId,
    previous_flag_id: previous,
    due_at: now + (flagLimits.dueAfter[severity] ?? 0),
    effect: hold ? ('held' as const) : null,
    created_at: now,
    updated_at: now,
  }
  const isAppeal = flag.category === 'appeal' && previous !== null
  const row = isAppeal ? await insertAppeal(trx, added) : await insertOrCountFlag(trx, added)
  if (!row) throw new ApiError('not_appealable')
  const content = JSON.stringify(flag.evidence)
  const evidenceHash = hash('sha256', content, 'hex')
  await insertEvidence(trx, { id: ids.uuid(), flag_id: row.id, content, hash: evidenceHash, created_at: now })
  if (hold) await applyDecisions(context, trx, { type: targetType, id: targetId })
  metrics.flags.inc({ severity, source: flag.source })
  return { row, isNew: row.id === id }
}

/** The topic of the bus that says that there are new alerts. They are read from the database. */
export const alertsTopic = 'moderation:alerts'

/** Tells the open dashboards of all instances that alerts were committed. */
export function announceAlerts({ bus }: Context): void {
  bus.publish(alertsTopic, '')
}
