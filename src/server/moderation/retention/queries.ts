import type { Queryable } from '#server/db/database.ts'

/**
 * Deletes the snapshots of flags that were decided before a time, except those about minors, which the law may require.
 * The flags and their decisions stay.
 */
export async function deleteEvidence(db: Queryable, decidedBefore: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('flag_evidence')
    .where('flag_id', 'in', (eb) =>
      eb
        .selectFrom('flags')
        .select('id')
        .where('status', 'in', ['resolved', 'dismissed'])
        .where('decided_at', '<', decidedBefore)
        .where('category', '!=', 'minors'),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes the texts of messages that were removed before a time, or purged since: they can no longer be restored. */
export const deleteRemovedMessages = (db: Queryable, removedBefore: number) =>
  db
    .deleteFrom('removed_content')
    .where('target_type', '=', 'message')
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        eb('created_at', '<', removedBefore),
        not(exists(selectFrom('messages').select('id').whereRef('messages.id', '=', 'removed_content.target_id'))),
      ]),
    )
    .execute()
