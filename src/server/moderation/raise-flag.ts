import { createHash } from 'node:crypto'
import type { Queryable } from '#server/core/context.ts'
import { type FlagRow, findDecidedFlag, raiseOrCount } from './queries.ts'

/** Something that people should look at, whoever or whatever noticed it. */
export interface Raised {
  id: string
  targetType: FlagRow['target_type']
  targetId: string
  category: string
  severity: number
  summary: string
  details: string
  /** What was there when it was noticed. It is never written again, whatever becomes of the target. */
  evidence: unknown
  now: number
}

/** One open flag for a target and category; raising it again counts. Once decided, a new flag points back at the old. */
export async function raiseFlag(db: Queryable, raised: Raised): Promise<FlagRow> {
  const key = { target_type: raised.targetType, target_id: raised.targetId, category: raised.category }
  const decided = await findDecidedFlag(db, key)
  const evidence = JSON.stringify(raised.evidence)
  return raiseOrCount(db, {
    ...key,
    id: raised.id,
    severity: raised.severity,
    summary: raised.summary,
    details: raised.details,
    status: 'open',
    report_count: 1,
    evidence,
    evidence_hash: createHash('sha256').update(evidence).digest('hex'),
    previous_flag_id: decided?.id ?? null,
    created_at: raised.now,
    updated_at: raised.now,
  })
}
