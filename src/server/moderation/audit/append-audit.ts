import type { Context, Queryable } from '#server/core/context.ts'
import { lockAppends } from '../queries.ts'
import { emptyHash, hashEntry } from './chain.ts'
import { type AuditRow, findLastEntry, insertEntry } from './queries.ts'

export interface NewAuditEntry extends Pick<AuditRow, 'action' | 'actor_id' | 'target_type' | 'target_id'> {
  /** Facts only: no texts of users, because an entry is never deleted. */
  facts: Record<string, string | number | null>
  requestId: string
}

/**
 * Appends entries to the audit log, as a part of the transaction of what they record. To be called last in it: from the
 * first entry on, the transaction holds the lock that all appends wait for.
 */
export async function appendAudit(
  { dialect, ids, clock }: Context,
  trx: Queryable,
  entries: NewAuditEntry[],
): Promise<AuditRow[]> {
  await lockAppends(trx, dialect)
  let last = (await findLastEntry(trx)) ?? { seq: 0, hash: emptyHash }
  const rows: AuditRow[] = []
  for (const { facts, requestId, ...entry } of entries) {
    const unhashed = {
      ...entry,
      seq: last.seq + 1,
      id: ids.uuid(),
      facts: JSON.stringify(facts),
      request_id: requestId,
      created_at: clock.now(),
      previous_hash: last.hash,
    }
    const row = { ...unhashed, hash: hashEntry(unhashed) }
    await insertEntry(trx, row)
    rows.push(row)
    last = row
  }
  return rows
}
