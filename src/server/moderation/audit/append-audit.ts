import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { lockAppends } from '../queries.ts'
import { emptyHash, hashEntry } from './chain.ts'
import { type AuditRow, findLastEntry, insertEntry } from './queries.ts'

/** Who acts, and in which request. */
export interface Actor {
  /** Null for a command line or a service. */
  admin: Pick<Viewer, 'id'> | null
  requestId: string
}

/** The actor of commands. */
export const commandLine: Actor = { admin: null, requestId: 'command line' }

export interface NewAuditEntry extends Pick<AuditRow, 'action' | 'target_type' | 'target_id'> {
  /** Facts only: no texts of users, because an entry is never deleted. */
  facts: Record<string, string | number | null>
}

/**
 * Appends entries to the audit log, in the transaction that they record. Call it last: from the first entry on, the
 * transaction holds the lock that all appends wait for.
 */
export async function appendAudit(
  { dialect, ids, clock }: Context,
  trx: Queryable,
  { admin, requestId }: Actor,
  entries: NewAuditEntry[],
): Promise<AuditRow[]> {
  await lockAppends(trx, dialect)
  let last = (await findLastEntry(trx)) ?? { seq: 0, hash: emptyHash }
  const rows: AuditRow[] = []
  for (const { facts, ...entry } of entries) {
    const unhashed = {
      ...entry,
      actor_id: admin?.id ?? null,
      target_id: toStoredText(entry.target_id),
      seq: last.seq + 1,
      id: ids.uuid(),
      facts: JSON.stringify(facts),
      request_id: toStoredText(requestId),
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

/** Databases return an unpaired surrogate or NUL as another character: the hash would no longer match. */
const toStoredText = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')
