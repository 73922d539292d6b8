import type { Insertable, Selectable } from 'kysely'
import type { OwnCharacterId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows, findRow } from '#server/db/rows.ts'
import type { EmbedsTable } from '#server/db/schema/characters.ts'

/** The columns, with the origins as a list. */
export type EmbedRow = Omit<Selectable<EmbedsTable>, 'origins'> & { origins: string[] }

const read = (row: Selectable<EmbedsTable> | undefined): EmbedRow | undefined =>
  row && { ...row, origins: JSON.parse(row.origins) as string[] }

/** By its token. */
export const findEmbed = async (db: Queryable, id: string) => read(await findRow(db, 'embeds', { id }))

export const findEmbedOf = async (db: Queryable, characterId: OwnCharacterId) =>
  read(await findRow(db, 'embeds', { character_id: characterId }))

/** A character that is embedded keeps its token. */
export async function saveEmbed(db: Queryable, row: Insertable<EmbedsTable>): Promise<void> {
  const { origins } = row
  const insert = db.insertInto('embeds').values(row)
  await insert.onConflict((conflict) => conflict.column('character_id').doUpdateSet({ origins })).execute()
}

export const deleteEmbed = (db: Queryable, characterId: OwnCharacterId) =>
  deleteRows(db, 'embeds', { character_id: characterId })

export const listEmbedsOf = (db: Queryable, userId: string) =>
  db.selectFrom('embeds').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
