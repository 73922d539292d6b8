import { type Selectable, type SqlBool, sql } from 'kysely'
import { allOf } from '#server/db/all-of.ts'
import type { Queryable } from '#server/db/database.ts'
import type { AuditEntriesTable } from '#server/db/schema/moderation.ts'
import type { AuditAction, AuditQuery } from '#shared/audit.ts'

export type AuditRow = Selectable<AuditEntriesTable>

export const findLastEntry = (db: Queryable) =>
  db
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'created_at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertEntry = (db: Queryable, row: AuditRow) => db.insertInto('audit_entries').values(row).execute()

/** Entries as they are stored, in their order, after `seq`. */
export function listEntriesAfter(db: Queryable, seq: number, limit: number): Promise<AuditRow[]> {
  return db.selectFrom('audit_entries').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()
}

export type AuditFilters = Omit<AuditQuery, 'limit' | 'cursor'> & {
  /** Entries of other actions are not shown. */
  actions?: readonly AuditAction[]
}
export type NamedAuditRow = Awaited<ReturnType<typeof listEntries>>[number]

/**
 * Entries before `before`, newest first, with the names of the actor and of the target: for a flag the name when it was
 * raised, for an account its username, which never changes.
 */
export function listEntries(
  db: Queryable,
  filters: AuditFilters,
  { before, limit }: { before: number; limit: number },
) {
  const { action, actions, targetType, targetId, from, to } = filters
  const words = (filters.search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  let query = db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .leftJoin('flags', (join) =>
      join.onRef('flags.id', '=', 'audit_entries.target_id').on('audit_entries.target_type', '=', 'flag'),
    )
    .leftJoin('users as target_user', (join) =>
      join.onRef('target_user.id', '=', 'audit_entries.target_id').on('audit_entries.target_type', '=', 'user'),
    )
    .selectAll('audit_entries')
    .select((eb) => [
      eb.fn.coalesce('users.display_name', 'users.username').as('actor_name'),
      eb.fn.coalesce('flags.target_name', 'target_user.username').as('target_name'),
    ])
    .where('seq', '<', before)
    .where((eb) =>
      allOf(eb, [
        action !== undefined && eb('action', '=', action),
        actions !== undefined && eb('action', 'in', actions),
        targetType !== undefined && eb('audit_entries.target_type', '=', targetType),
        targetId !== undefined && eb('audit_entries.target_id', '=', targetId),
        from !== undefined && eb('audit_entries.created_at', '>=', from),
        to !== undefined && eb('audit_entries.created_at', '<', to),
      ]),
    )
  for (const word of words) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<SqlBool>`lower(audit_entries.target_id || ' ' || action || ' ' || facts || ' ' || coalesce(actor_id, '') || ' ' ||
        coalesce(users.display_name, users.username, '') || ' ' ||
        coalesce(flags.target_name, target_user.username, '')) like ${pattern} escape '\\'`,
    )
  }
  return query.orderBy('seq', 'desc').limit(limit).execute()
}
