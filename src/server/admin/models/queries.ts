import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { ModelConnectionHoursTable, ModelConnectionsTable } from '#server/db/schema/models.ts'

export type ConnectionRow = Selectable<ModelConnectionsTable>
export type HourRow = Selectable<ModelConnectionHoursTable>
type Settings = Omit<ConnectionRow, 'id' | 'position' | 'created_at'>

/** All connections, in the order in which they are asked. */
export function listConnections(db: Queryable): Promise<ConnectionRow[]> {
  return db.selectFrom('model_connections').selectAll().orderBy('position').orderBy('id').execute()
}

export async function findConnection(db: Queryable, id: string): Promise<ConnectionRow | null> {
  return (await db.selectFrom('model_connections').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Greater after every change of a connection. */
export async function readVersion(db: Queryable): Promise<number> {
  const row = await db.selectFrom('model_connection_version').select('version').executeTakeFirst()
  return row?.version ?? 0
}

/** Part of the transaction of every change. Its row is a lock: changes happen one after the other. */
export async function incrementVersion(db: Queryable): Promise<void> {
  await db
    .updateTable('model_connection_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
}

export async function insertConnection(db: Queryable, connection: Omit<ConnectionRow, 'position'>): Promise<void> {
  const last = await db
    .selectFrom('model_connections')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst()
  const position = (last?.position ?? 0) + 1
  await db
    .insertInto('model_connections')
    .values({ ...connection, position })
    .execute()
}

export async function updateConnection(db: Queryable, id: string, settings: Settings): Promise<void> {
  await db.updateTable('model_connections').set(settings).where('id', '=', id).execute()
}

export async function setPosition(db: Queryable, id: string, position: number): Promise<void> {
  await db.updateTable('model_connections').set({ position }).where('id', '=', id).execute()
}

/** Returns whether there was one. Its usage stays, because its costs are a part of the month's. */
export async function deleteConnection(db: Queryable, id: string): Promise<boolean> {
  const result = await db.deleteFrom('model_connections').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
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

export async function deleteHoursBefore(db: Queryable, hour: number): Promise<void> {
  await db.deleteFrom('model_connection_hours').where('hour', '<', hour).execute()
}

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
    .select((eb) => [
      eb.fn.sum<number>('free_cost').as('free'),
      eb.fn.sum<number>('premium_cost').as('premium'),
      eb.fn.sum<number>('requests').as('requests'),
    ])
    .where('hour', '>=', fromHour)
    .groupBy(['connection_id', day])
    .execute()
}

export async function findBudget(db: Queryable): Promise<string | null> {
  const row = await db.selectFrom('instance_settings').select('value').where('name', '=', 'budget').executeTakeFirst()
  return row?.value ?? null
}

export async function saveBudget(db: Queryable, value: string, updated_at: number): Promise<void> {
  await db
    .insertInto('instance_settings')
    .values({ name: 'budget', value, updated_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at }))
    .execute()
}
