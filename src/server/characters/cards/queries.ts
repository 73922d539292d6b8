import { sql } from 'kysely'
import type { CharacterCard } from '#engine/cards/card.ts'
import type { Queryable } from '#server/db/database.ts'

/** The card from which a character was imported; null if it was written here. */
export async function findCard(db: Queryable, characterId: string): Promise<CharacterCard | null> {
  const row = await db.selectFrom('characters').select('card').where('id', '=', characterId).executeTakeFirst()
  return row?.card ? (JSON.parse(row.card) as CharacterCard) : null
}

/** How many bytes the cards of an account have. */
export async function sumCards(db: Queryable, ownerId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('characters')
    .select(sql<number>`coalesce(sum(octet_length(card)), 0)`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
