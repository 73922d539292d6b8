import { type Selectable, type SqlBool, sql } from 'kysely'
import { hasPicture } from '#server/characters/queries.ts'
import type { Queryable } from '#server/db/database.ts'
import { countRows, deleteRows, hasRow } from '#server/db/rows.ts'
import type { GeneratedImagesTable } from '#server/db/schema/images.ts'
import { imageLimits } from '#shared/images.ts'

interface NewImage {
  id: string
  owner_id: string
  bytes: number
  created_at: number
}

export const insertImage = (db: Queryable, image: NewImage) => db.insertInto('images').values(image).execute()

export const countImagesOf = (db: Queryable, ownerId: string) => countRows(db, 'images', { owner_id: ownerId })

/** An account's images, oldest first: at most `imageLimits.perAccount`. */
export const listImagesOf = (db: Queryable, ownerId: string) =>
  db.selectFrom('images').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()

const address = sql<string>`'/files/' || images.id || '.webp'`

/** What makes the server keep an image. The first condition of some repeats a partial index's own, so that the planner uses it. */
const references = [
  sql`generated_pictures where url = ${address}`,
  sql`personas where picture = ${address}`,
  sql`characters where avatar like '/files/%' and avatar = ${address}`,
  sql`characters where owner_id = images.owner_id and ${hasPicture(address)}`,
  sql`conversations where background is not null and background = ${address}`,
]

/** Images without an owner, and those created before `before` to which nothing refers. */
export async function listUnreferencedImageIds(db: Queryable, before: number, limit: number): Promise<string[]> {
  const isUnused = sql<SqlBool>`not exists (select 1 from ${sql.join(references, sql`) and not exists (select 1 from `)})`
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb.and([eb('created_at', '<', before), isUnused])]))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const isImageOf = (db: Queryable, id: string, ownerId: string) => hasRow(db, 'images', { id, owner_id: ownerId })

export const deleteImage = (db: Queryable, id: string) => deleteRows(db, 'images', { id })

/** Adds an image to its owner's gallery, as a part of a transaction, and removes the oldest beyond the limit. */
export async function saveGenerated(trx: Queryable, row: Selectable<GeneratedImagesTable>): Promise<void> {
  await trx.insertInto('generated_pictures').values(row).execute()
  const oldest = await trx
    .selectFrom('generated_pictures')
    .select('id')
    .where('owner_id', '=', row.owner_id)
    .orderBy('id', 'desc')
    .offset(imageLimits.gallery)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await trx.deleteFrom('generated_pictures').where('owner_id', '=', row.owner_id).where('id', '<=', oldest.id).execute()
}

/** What an account generated, newest first: at most `imageLimits.gallery`. */
export const listGenerated = (db: Queryable, ownerId: string) =>
  db.selectFrom('generated_pictures').selectAll().where('owner_id', '=', ownerId).orderBy('id', 'desc').execute()
