import { type SqlBool, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { updateRows } from '#server/db/rows.ts'
import { blankFields } from '#shared/characters.ts'
import { toColumns } from '../character-columns.ts'
import type { CharacterColumns } from '../queries.ts'

const isInUse = sql<SqlBool>`exists (
  select 1 from conversations where conversations.character_id = characters.id and started_at is not null
)`

/** Characters that their authors deleted before this time. A deleted sample character stays: it must not be seeded again. */
function selectDeleted(db: Queryable, before: number, limit: number) {
  return db
    .selectFrom('characters')
    .select('id')
    .where('deleted_at', '<', before)
    .where('sample_slug', 'is', null)
    .limit(limit)
}

/** Deletes characters that were deleted before this time and that nobody has talked with. Returns how many. */
export async function deleteUnused(db: Queryable, before: number, limit: number): Promise<number> {
  const unused = selectDeleted(db, before, limit).where(sql<SqlBool>`not ${isInUse}`)
  const result = await db.deleteFrom('characters').where('id', 'in', unused).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Characters that were deleted before this time and still have their texts. */
export async function listUnerased(db: Queryable, before: number, limit: number): Promise<string[]> {
  const rows = await selectDeleted(db, before, limit).where('name', '<>', '').where(isInUse).execute()
  return rows.map(({ id }) => id)
}

/** Every column of texts empty. */
const erasedTexts = {
  card: '',
  card_file: '',
  ...(Object.fromEntries(
    Object.entries(toColumns(blankFields)).filter(([, value]) => ['', '[]', '{}'].includes(String(value))),
  ) as Partial<CharacterColumns>),
}

/**
 * Erases all texts of a character and keeps its row.
 *
 * @param changes `owner_id`: the account that owns the row from now on
 */
export async function eraseTexts(
  db: Queryable,
  id: string,
  changes: { updated_at: number; deleted_at?: number; owner_id?: string },
): Promise<void> {
  await updateRows(db, 'characters', { id }, { ...erasedTexts, is_public: 0, ...changes })
  await db.deleteFrom('character_revisions').where('character_id', '=', id).execute()
  await db.deleteFrom('character_ratings').where('character_id', '=', id).execute()
  await db.deleteFrom('character_search').where('target_id', '=', id).execute()
}
