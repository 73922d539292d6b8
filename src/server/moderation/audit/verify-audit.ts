import type { Queryable } from '#server/core/context.ts'
import { emptyHash, hashEntry } from './chain.ts'
import { type AuditRow, listEntriesAfter } from './queries.ts'

const page = 1_000

/** The place of an entry and the hash that it had. */
export interface KnownEntry {
  seq: number
  hash: string
}

export type Verification = { isIntact: true; head: KnownEntry } | { isIntact: false; seq: number; reason: string }

/**
 * Reads the whole audit log and returns its end, or the first entry that does not match its hash. `known`: an end that
 * was exported before. Without it, missing entries at the end cannot be detected, nor a log that was rewritten from
 * some entry on.
 */
export async function verifyAudit(db: Queryable, known: KnownEntry | null): Promise<Verification> {
  let last: KnownEntry = { seq: 0, hash: emptyHash }
  for (;;) {
    const rows = await listEntriesAfter(db, last.seq, page)
    for (const row of rows) {
      const mismatch = findMismatch(row, last, known)
      if (mismatch) return { isIntact: false, ...mismatch }
      last = row
    }
    if (rows.length < page) break
  }
  if (known && known.seq > last.seq) {
    return { isIntact: false, seq: last.seq + 1, reason: `it is missing: the log once had ${known.seq} entries` }
  }
  return { isIntact: true, head: { seq: last.seq, hash: last.hash } }
}

function findMismatch(
  row: AuditRow,
  last: KnownEntry,
  known: KnownEntry | null,
): { seq: number; reason: string } | null {
  const seq = last.seq + 1
  if (row.seq > seq) return { seq, reason: 'it is missing' }
  if (row.seq !== seq) return { seq: row.seq, reason: 'it was inserted' }
  if (row.previous_hash !== last.hash) return { seq, reason: 'it does not continue the entry before it' }
  if (row.hash !== hashEntry(row)) return { seq, reason: 'it was changed' }
  if (known?.seq === seq && known.hash !== row.hash) return { seq, reason: 'it differs from the exported end' }
  return null
}
