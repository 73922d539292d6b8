import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'

interface NewImage {
  id: string
  owner_id: string
  bytes: number
  created_at: number
}

export async function insertImage(db: Queryable, image: NewImage): Promise<void> {
  await db.insertInto('images').values(image).execute()
}

export async function countImagesOf(db: Queryable, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An account's pictures, oldest first: at most `imageLimits.perAccount`. */
export function listImagesOf(db: Queryable, ownerId: string) {
  return db.selectFrom('images').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()
}

/** Pictures without an owner, and those created before `before` that no character's avatar references. */
export async function listUnreferencedImageIds(db: Queryable, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('owner_id', 'is', null),
        eb.and([
          eb('created_at', '<', before),
          eb.not(
            eb.exists(
              eb
                .selectFrom('characters')
                .select('characters.id')
                // The first condition repeats the partial index's own (migration 003), so that the planner uses it.
                .where('characters.avatar', 'like', sql<string>`'/files/%'`)
                .where('characters.avatar', '=', sql<string>`'/files/' || images.id || '.webp'`),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteImage(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).execute()
}
