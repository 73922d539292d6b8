import { z } from 'zod'
import type { SnakeCase, Stored } from '#server/db/schema/columns-of.ts'

/** The fields of which a row has the column: the field's name in snake case, booleans as 0/1, lists and records as JSON. */
type FieldsOf<Fields, Row> = {
  [Field in keyof Fields as SnakeCase<Field & string> extends infer Column extends keyof Row
    ? Row[Column] extends Stored<Fields[Field]>
      ? Field
      : never
    : never]: Fields[Field]
}

interface Column {
  field: string
  column: string
  kind: 'json' | 'boolean' | 'plain'
}

const known = new WeakMap<z.ZodObject, Column[]>()

/** The fields of a schema, with the columns in which rows have them. */
export function columnsIn(schema: z.ZodObject): readonly Column[] {
  const columns = known.get(schema) ?? Object.entries(schema.shape).map(([field, type]) => toColumn(field, type))
  known.set(schema, columns)
  return columns
}

function toColumn(field: string, type: unknown): Column {
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const isJson = type instanceof z.ZodArray || type instanceof z.ZodRecord || type instanceof z.ZodObject
  return { field, column, kind: isJson ? 'json' : type instanceof z.ZodBoolean ? 'boolean' : 'plain' }
}

/** What a row has of a response. The fields that have no column of their name are left to the view. */
export function fieldsOf<Shape extends z.core.$ZodLooseShape, Row extends object>(
  schema: z.ZodObject<Shape>,
  row: Row,
): FieldsOf<z.output<z.ZodObject<Shape>>, Row> {
  const values = row as Record<string, unknown>
  const fields: Record<string, unknown> = {}
  for (const { field, column, kind } of columnsIn(schema)) {
    if (column in row) fields[field] = fromColumn(kind, values[column])
  }
  return fields as FieldsOf<z.output<z.ZodObject<Shape>>, Row>
}

function fromColumn(kind: Column['kind'], value: unknown): unknown {
  if (kind === 'boolean') return value === 1
  return kind === 'json' ? JSON.parse(String(value)) : value
}

/** These columns of a row, by the names that they have in responses. */
export function viewColumns<Row extends object>(row: Row, ...columns: (keyof Row & string)[]): Record<string, unknown> {
  const toName = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(columns.map((column) => [toName(column), row[column]]))
}
