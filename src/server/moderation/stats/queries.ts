import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'

/** Undecided flags by status and severity, and how many of them are overdue. */
export const countUndecided = (db: Queryable, now: number) =>
  db
    .selectFrom('flags')
    .select((eb) => [
      'status',
      'severity',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>(sql<number>`case when due_at < ${now} then 1 else 0 end`).as('overdue'),
    ])
    .where('status', 'in', ['open', 'acknowledged'])
    .groupBy(['status', 'severity'])
    .execute()

const dayOf = (column: 'created_at' | 'decided_at') => sql<number>`${sql.ref(column)} / 86400000`

/** Flags raised on each day since `from`, in days since 1970, UTC. */
export const countRaised = (db: Queryable, from: number) =>
  db
    .selectFrom('flags')
    .select((eb) => [dayOf('created_at').as('day'), eb.fn.countAll<number>().as('count')])
    .where('created_at', '>=', from)
    .groupBy(dayOf('created_at'))
    .execute()

/** The newest decisions since `from`. */
export const listDecided = (db: Queryable, from: number, limit: number) =>
  db
    .selectFrom('flags')
    .select([dayOf('decided_at').as('day'), 'status', 'created_at', 'decided_at', 'due_at'])
    .where('decided_at', '>=', from)
    .where('status', 'in', ['resolved', 'dismissed'])
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute()

/** Flags raised in a period by category, source and status. */
export const countByCategory = (db: Queryable, { from, to }: { from: number; to: number }) =>
  db
    .selectFrom('flags')
    .select((eb) => [
      'category',
      'source',
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('report_count').as('reports'),
      eb.fn.sum<number>('strike').as('strikes'),
      eb.fn.sum<number>(sql<number>`case when suspended_until is null then 0 else 1 end`).as('suspensions'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy(['category', 'source', 'status'])
    .orderBy('category')
    .orderBy('source')
    .execute()
