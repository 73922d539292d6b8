import type { Insertable, Selectable, Updateable, UpdateObject } from 'kysely'
import type { Queryable } from './database.ts'
import type { Database } from './schema.ts'

type Table = keyof Database
/** The columns by which rows are found, and their values; null finds a column without a value. */
type Columns<T extends Table> = Partial<Selectable<Database[T]>>

// Kysely's types do not follow a table that is a parameter: inside, each statement is typed as one about `users`.
type Users = Updateable<Database['users']>

/** Inserts a row. False when a unique index says that there is one. */
export async function insertIfNew<T extends Table>(
  db: Queryable,
  table: T,
  row: Insertable<Database[T]>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(table as 'users')
    .values(row as Insertable<Database['users']>)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Inserts a row, or replaces the one with the same `key` that was changed at `before`. False when another was saved since. */
export async function replaceRow<T extends 'image_connection' | 'instance_settings'>(
  db: Queryable,
  table: T,
  key: 'id' | 'name',
  { row, before }: { row: Insertable<Database[T]>; before: number | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(table as 'instance_settings')
    .values(row as Insertable<Database['instance_settings']>)
    .onConflict((conflict) =>
      conflict
        .column(key as 'name')
        .doUpdateSet(row as Updateable<Database['instance_settings']>)
        .where(`${table as 'instance_settings'}.updated_at`, '=', before ?? -1),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Changes the rows with these values. Returns how many there are. */
export async function updateRows<T extends Table>(
  db: Queryable,
  table: T,
  columns: Columns<T>,
  changes: UpdateObject<Database, T>,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(table as 'users')
    .set(changes as Users)
    .where((eb) => eb.and(columns as Users))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Deletes the rows with these values. Returns how many there were. */
export async function deleteRows<T extends Table>(db: Queryable, table: T, columns: Columns<T>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table as 'users')
    .where((eb) => eb.and(columns as Users))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function countRows<T extends Table>(db: Queryable, table: T, columns: Columns<T>): Promise<number> {
  const { count } = await db
    .selectFrom(table as 'users')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where((eb) => eb.and(columns as Users))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const hasRow = async <T extends Table>(db: Queryable, table: T, columns: Columns<T>): Promise<boolean> =>
  (await countRows(db, table, columns)) > 0

/** A row with these values. */
export function findRow<T extends Table>(
  db: Queryable,
  table: T,
  columns: Columns<T>,
): Promise<Selectable<Database[T]> | undefined> {
  const row = db
    .selectFrom(table as 'users')
    .selectAll()
    .where((eb) => eb.and(columns as Users))
  return row.executeTakeFirst() as Promise<Selectable<Database[T]> | undefined>
}
