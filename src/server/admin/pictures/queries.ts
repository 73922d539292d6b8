import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { ImageConnectionTable } from '#server/db/schema.ts'

export type ImageConnectionRow = Selectable<ImageConnectionTable>

export async function findImageConnection(db: Queryable): Promise<ImageConnectionRow | null> {
  return (await db.selectFrom('image_connection').selectAll().where('id', '=', 1).executeTakeFirst()) ?? null
}

export async function replaceImageConnection(db: Queryable, row: Omit<ImageConnectionRow, 'id'>): Promise<void> {
  await db
    .insertInto('image_connection')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export async function deleteImageConnection(db: Queryable): Promise<void> {
  await db.deleteFrom('image_connection').execute()
}
