import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { ModelConnectionHoursTable, ModelConnectionsTable } from '#server/db/schema/models.ts'

export type ConnectionRow = Selectable<ModelConnectionsTable>
export type HourRow = Selectable<ModelConnectionHoursTable>

/** Greater after every change of a connection. */
export async function readVersion(db: Queryable): Promise<number> {
  const row = await db.selectFrom('model_connection_version').select('version').executeTakeFirst()
  return row?.version ?? 0
}

/** Saves the usage of a connection by this process in an hour, replacing what it saved before. */
export async function saveHour(db: Queryable, row: HourRow): Promise<void> {
  const { connection_id: _, hour: __, process_id: ___, ...figures } = row
  await db
    .insertInto('model_connection_hours')
    .values(row)
    .onConflict((conflict) => conflict.columns(['connection_id', 'hour', 'process_id']).doUpdateSet(figures))
    .execute()
}

/** The rows of all processes from an hour on. */
export function listHours(db: Queryable, from: number): Promise<HourRow[]> {
  return db.selectFrom('model_connection_hours').selectAll().where('hour', '>=', from).execute()
}

export const deleteHoursBefore = (db: Queryable, hour: number) =>
  db.deleteFrom('model_connection_hours').where('hour', '<', hour).execute()

/** US dollars of all connections from an hour on. */
export async function sumCosts(db: Queryable, fromHour: number): Promise<number> {
  const row = await db
    .selectFrom('model_connection_hours')
    .select(sql<number | null>`sum(free_cost + premium_cost)`.as('cost'))
    .where('hour', '>=', fromHour)
    .executeTakeFirst()
  return row?.cost ?? 0
}

/** The costs of each connection on each day (days since 1970) from an hour on. */
export function listDailyCosts(db: Queryable, fromHour: number) {
  const day = sql<number>`hour / 24`
  return db
    .selectFrom('model_connection_hours')
    .select(['connection_id', day.as('day')])
    .select((eb) => [eb.fn.sum<number>('free_cost').as('free'), eb.fn.sum<number>('premium_cost').as('premium')])
    .where('hour', '>=', fromHour)
    .groupBy(['connection_id', day])
    .execute()
}

export async function findBudget(db: Queryable): Promise<string | null> {
  const row = await db.selectFrom('instance_settings').select('value').where('name', '=', 'budget').executeTakeFirst()
  return row?.value ?? null
}

export const saveBudget = (db: Queryable, value: string, updated_at: number) =>
  db
    .insertInto('instance_settings')
    .values({ name: 'budget', value, updated_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at }))
    .execute()
