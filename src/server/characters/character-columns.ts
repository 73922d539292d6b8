import { CharacterFields, characterFieldNames } from '#shared/characters.ts'
import type { CharacterColumns } from './queries.ts'

const columns = characterFieldNames.map((field) => ({
  field,
  column: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  isBoolean: CharacterFields.shape[field].def.type === 'boolean',
}))

/** The row's part that an author writes. */
export function toColumns(fields: CharacterFields): CharacterColumns {
  return Object.fromEntries(
    columns.map(({ field, column, isBoolean }) => [column, isBoolean ? Number(fields[field]) : fields[field]]),
  ) as unknown as CharacterColumns
}

/** A turn needs the fields of its character several times. */
const converted = new WeakMap<CharacterColumns, CharacterFields>()

/** What an author wrote, from a row. Neither is to be changed afterwards. */
export function toFields(row: CharacterColumns): CharacterFields {
  const known = converted.get(row)
  if (known) return known
  const values = row as unknown as Record<string, unknown>
  const fields = Object.fromEntries(
    columns.map(({ field, column, isBoolean }) => [field, isBoolean ? values[column] === 1 : values[column]]),
  ) as unknown as CharacterFields
  converted.set(row, Object.freeze(fields))
  return fields
}
