import type { Insertable, Selectable, UpdateObject } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows, findRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { Database } from '#server/db/schema.ts'

/** Connections of which the first in the order is asked first. */
export type ConnectionTable = 'model_connections' | 'voice_connections'
export type RowOf<T extends ConnectionTable> = Selectable<Database[T]>
export type ConnectionRow = RowOf<ConnectionTable>

/** All connections, in the order in which they are asked. */
export function listConnections<T extends ConnectionTable>(db: Queryable, table: T): Promise<RowOf<T>[]> {
  const rows = db.selectFrom<ConnectionTable>(table).selectAll().orderBy('position').orderBy('id').execute()
  return rows as Promise<unknown> as Promise<RowOf<T>[]>
}

export function findConnection(db: Queryable, table: ConnectionTable, id: string): Promise<ConnectionRow | undefined> {
  return findRow<ConnectionTable>(db, table, { id })
}

/** Part of the transaction of every change. Its row is a lock: changes happen one after the other. */
export const incrementVersion = (db: Queryable) =>
  db
    .updateTable('model_connection_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()

export async function insertConnection<T extends ConnectionTable>(db: Queryable, table: T, row: RowOf<T>) {
  await insertIfNew(db, table, row as Insertable<Database[T]>)
}

export const updateConnection = (db: Queryable, table: ConnectionTable, id: string, changes: Partial<ConnectionRow>) =>
  updateRows<ConnectionTable>(db, table, { id }, changes as UpdateObject<Database, ConnectionTable>)

export const deleteConnection = (db: Queryable, table: ConnectionTable, id: string) =>
  deleteRows<ConnectionTable>(db, table, { id })
