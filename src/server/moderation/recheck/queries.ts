import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { CharactersTable } from '#server/db/schema/characters.ts'

export interface UncheckedCharacter {
  flagId: string
  details: string
  character: Selectable<CharactersTable>
}

const isOpen = (db: Queryable, now: number) =>
  db
    .selectFrom('flags')
    .where('category', '=', 'unchecked')
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('claimed_by', 'is', null), eb('claimed_until', '<=', now)]))

/** Flags of characters that the classifier has not seen: undecided, claimed by no admin, in the order of their ids. */
export function listUncheckedFlags(
  db: Queryable,
  { after, limit, now }: { after: string; limit: number; now: number },
): Promise<{ id: string }[]> {
  return isOpen(db, now).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** The character of such a flag; undefined once the flag is decided or claimed, or the character deleted. */
export async function findUnchecked(
  db: Queryable,
  flagId: string,
  now: number,
): Promise<UncheckedCharacter | undefined> {
  const flag = await isOpen(db, now).select(['id', 'target_id', 'details']).where('id', '=', flagId).executeTakeFirst()
  const character =
    flag &&
    (await db
      .selectFrom('characters')
      .selectAll()
      .where('id', '=', flag.target_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  return character && { flagId: flag.id, details: flag.details, character }
}

/** Dismisses such a flag without an admin. False when an admin has decided or claimed it meanwhile. */
export async function dismissUnchecked(
  db: Queryable,
  id: string,
  { details, now }: { details: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('flags')
    .set({ status: 'dismissed', decided_at: now, updated_at: now, effect: 'none', details })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('claimed_by', 'is', null), eb('claimed_until', '<=', now)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
