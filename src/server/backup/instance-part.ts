import { hash } from 'node:crypto'
import { z } from 'zod'
import { isFileName } from '#server/providers/storage/provider.ts'

/** Changes when a program that reads this format could no longer read the next. */
export const formatVersion = 1

const Header = z.object({
  kind: z.literal('troupe'),
  format: z.number().int(),
  /** The version of the server that wrote it. */
  version: z.string(),
  createdAt: z.number().int(),
  migrations: z.array(z.string()),
  /** The content of `secret.key`; null without one. */
  secretKey: z.string().nullable(),
})

/** Rows of a table, their values in the order of the columns. Bytes are `{ "base64": … }`. */
const Rows = z.object({
  kind: z.literal('rows'),
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
})

const Picture = z.object({
  kind: z.literal('picture'),
  name: z.string().refine(isFileName, 'is no name of a picture'),
  base64: z.base64(),
})

const End = z.object({
  kind: z.literal('end'),
  /** Of each table how many rows it has, and the sum of the hashes of its rows, which does not depend on their order. */
  tables: z.record(z.string(), z.object({ rows: z.number().int(), sum: z.string() })),
  pictures: z.number().int(),
  /** Pictures that the database names and the storage does not have. */
  missingPictures: z.number().int(),
  /** The end of the audit log. */
  audit: z.object({ seq: z.number().int(), hash: z.string() }),
})

/** A whole instance is a header, the rows of all tables, the pictures, and the end. In a backup, each part is a line of JSON. */
export const InstancePart = z.discriminatedUnion('kind', [Header, Rows, Picture, End])
export type InstancePart = z.infer<typeof InstancePart>
export type InstanceHeader = z.infer<typeof Header>
export type InstanceRows = z.infer<typeof Rows>
export type InstanceEnd = z.infer<typeof End>

/** A backup that cannot be used, or a target that must not be. The message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Counts rows and adds up their hashes. */
export class RowSums {
  readonly #tables: Record<string, { rows: number; sum: bigint }> = {}

  add({ table, rows }: Pick<InstanceRows, 'table' | 'rows'>): void {
    this.#tables[table] ??= { rows: 0, sum: 0n }
    const total = this.#tables[table]
    total.rows += rows.length
    for (const row of rows) total.sum += BigInt(`0x${hash('sha256', JSON.stringify(row), 'hex')}`)
  }

  get tables(): InstanceEnd['tables'] {
    const entries = Object.entries(this.#tables)
    return Object.fromEntries(
      entries.map(([table, { rows, sum }]) => [table, { rows, sum: BigInt.asUintN(256, sum).toString(16) }]),
    )
  }
}

/** The tables whose rows are not those of the instance that ended so. */
export function findDifferences({ tables: found }: RowSums, { tables }: InstanceEnd): string[] {
  const none = { rows: 0, sum: '0' }
  return Object.keys({ ...tables, ...found }).filter((table) => {
    const [one, other] = [tables[table] ?? none, found[table] ?? none]
    return one.rows !== other.rows || one.sum !== other.sum
  })
}
