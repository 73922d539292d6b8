import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { AlertsTable, WebsocketTokensTable } from '#server/db/schema/moderation.ts'
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

/** 0 before the first alert. The purge of old alerts keeps the last one. */
export async function findLastAlertId(db: Queryable): Promise<number> {
  const row = await db.selectFrom('alerts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** 0 before the first alert. */
export async function findFirstAlertId(db: Queryable): Promise<number> {
  const row = await db.selectFrom('alerts').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

export function listAlertsAfter(db: Queryable, id: number, limit: number): Promise<AlertRow[]> {
  return db.selectFrom('alerts').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()
}

/** Deletes old alerts. The last one stays: the next id is the one after it. */
export async function deleteAlertsBefore(db: Queryable, createdBefore: number): Promise<void> {
  await db
    .deleteFrom('alerts')
    .where('created_at', '<', createdBefore)
    .where('id', '<', (eb) => eb.selectFrom('alerts').select((max) => max.fn.max('id').as('last')))
    .execute()
}

/** Stores a token, and deletes the expired ones. */
export async function insertToken(db: Queryable, row: WebsocketTokensTable, now: number): Promise<void> {
  await db.deleteFrom('websocket_tokens').where('expires_at', '<=', now).execute()
  await db.insertInto('websocket_tokens').values(row).execute()
}

/** Deletes a token, so that it is used once, also by concurrent requests. Returns its session if it has not expired. */
export async function takeToken(db: Queryable, tokenHash: string, now: number): Promise<string | null> {
  const row = await db
    .deleteFrom('websocket_tokens')
    .where('token_hash', '=', tokenHash)
    .returning(['session_id', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? row.session_id : null
}
