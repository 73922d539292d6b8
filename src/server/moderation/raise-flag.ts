import { createHash } from 'node:crypto'
import type { Queryable } from '#server/core/context.ts'
import { type FlagRow, findDecidedFlag, insertOrCountFlag } from './queries.ts'

/** Something that moderators should look at, reported by a user or found by the server. */
export interface NewFlag {
  id: string
  targetType: FlagRow['target_type']
  targetId: string
  category: string
  severity: number
  summary: string
  details: string
  /** The content when the flag was flag. It is never changed, also when the target changes or is deleted. */
  evidence: unknown
  now: number
}

/**
 * Raises a flag. There is one undecided flag per target and category; raising it again counts another report. After a
 * decision a new flag is created, which refers to the decided one.
 */
export async function raiseFlag(db: Queryable, flag: NewFlag): Promise<FlagRow> {
  const key = { target_type: flag.targetType, target_id: flag.targetId, category: flag.category }
  const decided = await findDecidedFlag(db, key)
  const evidence = JSON.stringify(flag.evidence)
  return insertOrCountFlag(db, {
    ...key,
    id: flag.id,
    severity: flag.severity,
    summary: flag.summary,
    details: flag.details,
    status: 'open',
    report_count: 1,
    evidence,
    evidence_hash: createHash('sha256').update(evidence).digest('hex'),
    previous_flag_id: decided?.id ?? null,
    created_at: flag.now,
    updated_at: flag.now,
  })
}
