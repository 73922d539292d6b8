import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { findRow, updateRows } from '#server/db/rows.ts'
import type { LorebooksTable } from '#server/db/schema/lorebooks.ts'

export type LorebookRow = Selectable<LorebooksTable>
export type LorebookSummaryRow = Omit<LorebookRow, 'book'>

const summary = ['id', 'owner_id', 'name', 'entry_count', 'created_at', 'updated_at', 'deleted_at'] as const

/** An account's lorebooks, by name, without their entries. */
export const listLorebooks = (db: Queryable, ownerId: string): Promise<LorebookSummaryRow[]> =>
  db
    .selectFrom('lorebooks')
    .select(summary)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

/** Those of these that the account has, in this order. */
export async function readLorebooks(db: Queryable, ownerId: string, ids: readonly string[]): Promise<LorebookRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('lorebooks')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export async function findDeletedLorebook(db: Queryable, ownerId: string, id: string) {
  const row = await findRow(db, 'lorebooks', { owner_id: ownerId, id })
  return row?.deleted_at === null ? undefined : row
}

/** How many lorebooks an account has, and their bytes, without that which is being saved (`except`). */
export async function sumLorebooks(db: Queryable, ownerId: string, except: string | null) {
  const { count, bytes } = await db
    .selectFrom('lorebooks')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      sql<number | string>`coalesce(sum(octet_length(book)), 0)`.as('bytes'),
    ])
    .where('owner_id', '=', ownerId)
    .where('id', '!=', except ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

export const insertLorebook = (db: Queryable, row: LorebookRow) => db.insertInto('lorebooks').values(row).execute()

/** False if the account has no such lorebook, or with `basedOn` not this version of it. */
export const updateLorebook = (
  db: Queryable,
  { ownerId, id, basedOn }: { ownerId: string; id: string; basedOn?: number },
  changes: Partial<LorebookRow>,
) =>
  updateRows(db, 'lorebooks', { owner_id: ownerId, id, ...(basedOn !== undefined && { updated_at: basedOn }) }, changes)

/** False if the account has no such persona. */
export const attachToPersona = (
  db: Queryable,
  { ownerId, personaId, lorebooks }: { ownerId: string; personaId: string; lorebooks: string },
) => updateRows(db, 'personas', { owner_id: ownerId, id: personaId }, { lorebooks })

/** Lorebooks of all accounts that were deleted before this time. */
export const purgeLorebooks = (db: Queryable, deletedBefore: number) =>
  db.deleteFrom('lorebooks').where('deleted_at', '<', deletedBefore).execute()
