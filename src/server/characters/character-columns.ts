import { columnsIn, fieldsOf } from '#server/core/fields-of.ts'
import type { CharacterColumns, CharactersTable } from '#server/db/schema/characters.ts'
import { type CharacterFields, StoredCharacterFields } from '#shared/characters.ts'

const columns = columnsIn(StoredCharacterFields)

type StoredColumn = Exclude<keyof CharactersTable, 'card'>
const otherColumns = {
  id: true,
  owner_id: true,
  sample_slug: true,
  chat_count: true,
  rating_sum: true,
  rating_count: true,
  rating_score: true,
  card_file: true,
  trend: true,
  moderation_state: true,
  revision_id: true,
  has_lorebook: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
} as const satisfies Record<Exclude<StoredColumn, keyof CharacterColumns>, true>

/** All columns but `card`, which has up to a million characters. */
export const storedColumns = [...columns.map(({ column }) => column), ...Object.keys(otherColumns)].map(
  (column) => `characters.${column}` as `characters.${StoredColumn}`,
)

/** The row's part that an author writes. */
export function toColumns(fields: CharacterFields): CharacterColumns {
  const row = columns.map(({ field, column, kind }) => {
    const value = fields[field as keyof CharacterFields]
    return [column, kind === 'json' ? JSON.stringify(value) : kind === 'boolean' ? Number(value) : value]
  })
  return Object.fromEntries(row)
}

/** What an author wrote, from a row. */
export const toFields = (row: CharacterColumns): CharacterFields => fieldsOf(StoredCharacterFields, row)
