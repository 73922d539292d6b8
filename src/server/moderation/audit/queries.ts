import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { AuditEntriesTable } from '#server/db/schema.ts'

export type AuditRow = Selectable<AuditEntriesTable>

export function findLastEntry(db: Queryable) {
  return db
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'created_at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertEntry(db: Queryable, row: AuditRow): Promise<void> {
  await db.insertInto('audit_entries').values(row).execute()
}
