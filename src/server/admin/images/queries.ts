import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { findRow, replaceRow } from '#server/db/rows.ts'
import type { ImageConnectionTable } from '#server/db/schema/images.ts'

export type ImageConnectionRow = Selectable<ImageConnectionTable>

export const findImageConnection = (db: Queryable) => findRow(db, 'image_connection', { id: 1 })

/** Replaces the connection that was changed at `before` (null: there was none). False when another has been saved since. */
export const replaceImageConnection = (db: Queryable, row: Omit<ImageConnectionRow, 'id'>, before: number | null) =>
  replaceRow(db, 'image_connection', 'id', { row: { id: 1, ...row }, before })

export const deleteImageConnection = (db: Queryable) => db.deleteFrom('image_connection').execute()
