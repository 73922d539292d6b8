import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows } from '#server/db/rows.ts'
import { ratingScore } from '../popularity/queries.ts'

const pageSize = 50

/** An author's characters in the order of ids, read page by page. */
export async function* readCharactersOf(db: Queryable, userId: string) {
  const characters = db
    .selectFrom('characters')
    .innerJoin('users', 'users.id', 'characters.owner_id')
    .selectAll('characters')
    .select((eb) => eb.fn.coalesce('users.display_name', 'users.username').as('owner_name'))
    .select('users.account_type as author_account_type')
    .where('characters.owner_id', '=', userId)
    // A purged character has no name.
    .where('characters.name', '<>', '')
    .orderBy('characters.id')
    .limit(pageSize)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Awaited<ReturnType<typeof characters.execute>> = await characters
      .where('characters.id', '>', after)
      .execute()
    yield* rows
    after = rows.at(-1)?.id
  }
}

/** An author's characters that other people talked with. A conversation without a message is deleted with its character. */
export const listUsedByOthers = (db: Queryable, userId: string) =>
  db
    .selectFrom('characters')
    .select(['id', 'deleted_at'])
    .where('owner_id', '=', userId)
    .where(
      sql<boolean>`exists (select 1 from conversations where character_id = characters.id and user_id <> ${userId} and started_at is not null)`,
    )
    .execute()

export const deleteCharactersOf = (db: Queryable, userId: string) => deleteRows(db, 'characters', { owner_id: userId })

export function listRatingsOf(db: Queryable, userId: string) {
  return (
    db
      .selectFrom('character_ratings')
      .innerJoin('characters', 'characters.id', 'character_ratings.character_id')
      .selectAll('character_ratings')
      // The name of a character that its author has made private since is no longer public.
      .select(sql<string | null>`case when is_public = 1 and deleted_at is null then name end`.as('character_name'))
      .where('user_id', '=', userId)
      .orderBy('character_id')
      .execute()
  )
}

/** Deletes an account's ratings and recomputes the totals of the characters it rated. */
export async function deleteRatingsOf(db: Queryable, userId: string): Promise<void> {
  const deleted = await db
    .deleteFrom('character_ratings')
    .where('user_id', '=', userId)
    .returning('character_id')
    .execute()
  for (const { character_id } of deleted.toSorted((a, b) => (a.character_id < b.character_id ? -1 : 1))) {
    await db
      .updateTable('characters')
      .set((eb) => {
        const remaining = eb.selectFrom('character_ratings').where('character_id', '=', character_id)
        return {
          rating_sum: remaining.select(sql<number>`coalesce(sum(stars), 0)`.as('sum')),
          rating_count: remaining.select(eb.fn.countAll<number>().as('count')),
          rating_score: remaining.select(ratingScore.as('score')),
        }
      })
      .where('id', '=', character_id)
      .execute()
  }
}
