import { hash } from 'node:crypto'
import type { AuditRow } from './queries.ts'

export type UnhashedEntry = Omit<AuditRow, 'hash'>

/** The hash before the first entry. */
export const emptyHash = '0'.repeat(64)

/** The hash of an entry covers all its columns and, with the hash of the entry before it, the whole log up to it. */
export function hashEntry(entry: UnhashedEntry): string {
  const { seq, id, action, actor_id, target_type, target_id, facts, request_id, created_at, previous_hash } = entry
  const columns = [seq, id, action, actor_id, target_type, target_id, facts, request_id, created_at]
  return hash('sha256', `${previous_hash}\n${JSON.stringify(columns)}`, 'hex')
}
