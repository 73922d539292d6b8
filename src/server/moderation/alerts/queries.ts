import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { AlertsTable } from '#server/db/schema.ts'
import { lockAppends } from '../queries.ts'

export type AlertRow = Selectable<AlertsTable>

/**
 * Stores alerts about flags in the transaction that changes the flags. To be called last in it, as `appendAudit`: the ids
 * are assigned in the order of the commits, so that a reader who has seen an id misses nothing below it.
 */
export async function appendAlerts(trx: Queryable, dialect: Dialect, alerts: Omit<AlertRow, 'id'>[]): Promise<void> {
  await lockAppends(trx, dialect)
  const last = await findLastAlertId(trx)
  await trx
    .insertInto('alerts')
    .values(alerts.map((alert, index) => ({ ...alert, id: last + index + 1 })))
    .execute()
}

/** 0 before the first alert. The sweep of old alerts keeps the last one. */
export async function findLastAlertId(db: Queryable): Promise<number> {
  const row = await db.selectFrom('alerts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}
