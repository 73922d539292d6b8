import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { searchable } from '#server/db/search.ts'

const page = 50

/** Everything one author wrote, page by page in the order of ids. */
export function listAll(db: Queryable, userId: string, after: string) {
  return db
    .selectFrom('characters')
    .innerJoin('users', 'users.id', 'characters.owner_id')
    .selectAll('characters')
    .select((eb) => eb.fn.coalesce('users.display_name', 'users.username').as('owner_name'))
    .where('characters.owner_id', '=', userId)
    .where('characters.id', '>', after)
    .orderBy('characters.id')
    .limit(page)
    .execute()
}

type Kept = Awaited<ReturnType<typeof listOthersTalkWith>>[number]

/** An author's characters that other people talked with. A conversation without a message is deleted with its character. */
export function listOthersTalkWith(db: Queryable, userId: string) {
  return db
    .selectFrom('characters')
    .select(['id', 'name', 'category', 'deleted_at'])
    .where('owner_id', '=', userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('conversations')
          .select('conversations.id')
          .whereRef('conversations.character_id', '=', 'characters.id')
          .where('conversations.user_id', '!=', userId)
          .where('conversations.started_at', 'is not', null),
      ),
    )
    .execute()
}

const written = {
  description: '',
  personality: '',
  speech_style: '',
  behaviors: '',
  greeting: '',
  user_role: '',
  environment: '',
  allowed_items: '',
  forbidden_items: '',
  kinks: '',
  scenario: '',
  definition: '',
  example_dialogue: '',
  system_prompt: '',
  post_history_instructions: '',
} as const

/** Leaves a character to another account, with only what a conversation's page shows of it, and out of reach for good. */
export async function handOver(
  db: Queryable,
  character: Kept,
  { ownerId, now }: { ownerId: string; now: number },
): Promise<void> {
  await db
    .updateTable('characters')
    .set({
      ...written,
      owner_id: ownerId,
      is_public: 0,
      search_text: searchable(character.name, '', character.category),
      deleted_at: character.deleted_at ?? now,
      updated_at: now,
    })
    .where('id', '=', character.id)
    .execute()
  await db.deleteFrom('character_ratings').where('character_id', '=', character.id).execute()
}

export async function removeAll(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('characters').where('owner_id', '=', userId).execute()
}

export function listRatings(db: Queryable, userId: string) {
  return db
    .selectFrom('character_ratings')
    .innerJoin('characters', 'characters.id', 'character_ratings.character_id')
    .selectAll('character_ratings')
    .select('characters.name as character_name')
    .where('user_id', '=', userId)
    .orderBy('character_id')
    .execute()
}

/** Takes an account's stars back, and brings the figures of the characters they were given to up to date. */
export async function deleteRatings(db: Queryable, userId: string): Promise<void> {
  const gone = await db
    .deleteFrom('character_ratings')
    .where('user_id', '=', userId)
    .returning('character_id')
    .execute()
  for (const { character_id } of gone.toSorted((a, b) => (a.character_id < b.character_id ? -1 : 1))) {
    await db
      .updateTable('characters')
      .set((eb) => {
        const left = eb.selectFrom('character_ratings').where('character_id', '=', character_id)
        return {
          rating_sum: left.select(sql<number>`coalesce(sum(stars), 0)`.as('sum')),
          rating_count: left.select(eb.fn.countAll<number>().as('count')),
          rating_mean: left.select(sql<number>`coalesce(avg(stars), 0)`.as('mean')),
        }
      })
      .where('id', '=', character_id)
      .execute()
  }
}
