import type { CharacterColumns, CharactersTable } from '#server/db/schema/characters.ts'
import { blankFields, CharacterFields, characterFieldNames } from '#shared/characters.ts'

const columns = characterFieldNames.map((field) => ({
  field,
  column: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  type:
    typeof blankFields[field] === 'object'
      ? 'json'
      : CharacterFields.shape[field].def.type === 'boolean'
        ? 'boolean'
        : 'text',
}))
type Column = (typeof columns)[number]

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
  return Object.fromEntries(
    columns.map(({ field, column, type }) => [column, toValue(type, fields[field])]),
  ) as unknown as CharacterColumns
}

function toValue(type: Column['type'], value: unknown): unknown {
  if (type === 'json') return JSON.stringify(value)
  return type === 'boolean' ? Number(value) : value
}

function fromValue(type: Column['type'], value: unknown): unknown {
  if (type === 'json') return JSON.parse(value as string)
  return type === 'boolean' ? value === 1 : value
}

/** What an author wrote, from a row. */
export function toFields(row: CharacterColumns): CharacterFields {
  const values = row as unknown as Record<string, unknown>
  return Object.fromEntries(
    columns.map(({ field, column, type }) => [field, fromValue(type, values[column])]),
  ) as unknown as CharacterFields
}
