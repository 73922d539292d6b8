import type { Queryable } from '#server/db/database.ts'
import type { AlertRow } from '../queries.ts'

/** 0 before the first alert. */
export async function findFirstAlertId(db: Queryable): Promise<number> {
  const row = await db.selectFrom('alerts').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

export function listAlertsAfter(db: Queryable, id: number, limit: number): Promise<AlertRow[]> {
  return db.selectFrom('alerts').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()
}

/** Deletes old alerts. The last one stays: the next id is the one after it. */
export const deleteAlertsBefore = (db: Queryable, createdBefore: number) =>
  db
    .deleteFrom('alerts')
    .where('created_at', '<', createdBefore)
    .where('id', '<', (eb) => eb.selectFrom('alerts').select((max) => max.fn.max('id').as('last')))
    .execute()
