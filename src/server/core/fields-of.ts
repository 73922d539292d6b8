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

/** What a row has of a response. The fields that have no column of their name are left to the view. */
export function fieldsOf<Shape extends z.core.$ZodLooseShape, Row extends object>(
  schema: z.ZodObject<Shape>,
  row: Row,
): FieldsOf<z.output<z.ZodObject<Shape>>, Row> {
  const values = new Map<string, unknown>(Object.entries(row))
  const found = Object.entries(schema.shape).flatMap(([field, type]) => {
    const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return values.has(column) ? [[field, fromColumn(type, values.get(column))]] : []
  })
  return Object.fromEntries(found)
}

/** These columns of a row, by the names that they have in responses. */
export function viewColumns<Row extends object>(row: Row, ...columns: (keyof Row & string)[]): Record<string, unknown> {
  const toName = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(columns.map((column) => [toName(column), row[column]]))
}

function fromColumn(type: unknown, value: unknown): unknown {
  if (type instanceof z.ZodBoolean) return value === 1
  const isJson = type instanceof z.ZodArray || type instanceof z.ZodRecord || type instanceof z.ZodObject
  return isJson ? JSON.parse(String(value)) : value
}
