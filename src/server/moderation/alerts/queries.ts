import type { Queryable } from '#server/db/database.ts'
import type { WebsocketTokensTable } from '#server/db/schema/moderation.ts'
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
