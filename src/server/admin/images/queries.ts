import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { ImageConnectionTable } from '#server/db/schema/images.ts'

export type ImageConnectionRow = Selectable<ImageConnectionTable>

export async function findImageConnection(db: Queryable): Promise<ImageConnectionRow | null> {
  return (await db.selectFrom('image_connection').selectAll().where('id', '=', 1).executeTakeFirst()) ?? null
}

/** Replaces the connection that was changed at `before` (null: there was none). False when another has been saved since. */
export async function replaceImageConnection(
  db: Queryable,
  row: Omit<ImageConnectionRow, 'id'>,
  before: number | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('image_connection')
    .values({ id: 1, ...row })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(row)
        .where('image_connection.updated_at', '=', before ?? -1),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export async function deleteImageConnection(db: Queryable): Promise<void> {
  await db.deleteFrom('image_connection').execute()
}
