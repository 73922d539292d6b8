import { type Insertable, sql } from 'kysely'
import type { CharacterCard } from '#engine/cards/card.ts'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows, updateRows } from '#server/db/rows.ts'
import type { CardFilesTable } from '#server/db/schema/characters.ts'

/** The card from which a character was imported; null if it was written here. */
export async function findCard(db: Queryable, characterId: string): Promise<CharacterCard | null> {
  const row = await db.selectFrom('characters').select('card').where('id', '=', characterId).executeTakeFirst()
  return row?.card ? (JSON.parse(row.card) as CharacterCard) : null
}

/** How many bytes the cards of an account have, with their files, without the card of the character being saved (`except`). */
export async function sumCards(db: Queryable, ownerId: string, except = ''): Promise<number> {
  const { cards } = await db
    .selectFrom('characters')
    .select(sql<number>`coalesce(sum(octet_length(card)), 0)`.as('cards'))
    .where('owner_id', '=', ownerId)
    .where('id', '!=', except)
    .executeTakeFirstOrThrow()
  const { files } = await db
    .selectFrom('card_files')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('files'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(cards) + Number(files)
}

export const insertFiles = (db: Queryable, row: Insertable<CardFilesTable>) =>
  db.insertInto('card_files').values(row).execute()

export const findFiles = (db: Queryable, id: string) =>
  db.selectFrom('card_files').select(['archive', 'avatar']).where('id', '=', id).executeTakeFirst()

/** Stores the picture of the character that has these files. False if they are not the owner's. */
export const markUsed = (db: Queryable, { id, ownerId, avatar }: { id: string; ownerId: string; avatar: string }) =>
  updateRows(db, 'card_files', { id, owner_id: ownerId }, { avatar })

/** Deletes files that were stored before this time and that no character has. Returns how many. */
export async function deleteUnusedFiles(db: Queryable, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('card_files')
    .where('created_at', '<', before)
    .where('id', 'not in', (eb) => eb.selectFrom('characters').select('card_file').where('card_file', '<>', ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const deleteFilesOf = (db: Queryable, ownerId: string) => deleteRows(db, 'card_files', { owner_id: ownerId })
