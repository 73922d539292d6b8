import { type SqlBool, sql } from 'kysely'
import type { OwnCharacterId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { findRow } from '#server/db/rows.ts'
import { revisionLimits } from '#shared/character-revisions.ts'
import type { NewRevision } from '../queries.ts'

/**
 * Adds a revision, unless it is the same as the current one, and returns the id of what is current then. Deletes the
 * oldest ones of the character, above the limit, that no conversation needs.
 */
export async function insertRevision(db: Queryable, currentId: string, revision: NewRevision): Promise<string> {
  const { character_id: characterId } = revision
  const current = await findRow(db, 'character_revisions', { character_id: characterId, id: currentId })
  if (current?.hash === revision.hash) return currentId
  await db.insertInto('character_revisions').values(revision).execute()
  const { perCharacter } = revisionLimits
  const excess = await selectRevisions(db, characterId).select('id').offset(perCharacter).limit(1).executeTakeFirst()
  if (excess) await deleteUnused(db, characterId, excess.id)
  return revision.id
}

/** Newest first. */
const selectRevisions = (db: Queryable, characterId: string) =>
  db.selectFrom('character_revisions').where('character_id', '=', characterId).orderBy('id', 'desc')

/** Deletes this revision and older ones, but those that conversations name, and the lorebooks of those. */
async function deleteUnused(db: Queryable, characterId: string, newestId: string): Promise<void> {
  const namedIn = (table: 'conversations' | 'conversation_participants') =>
    sql`select revision_id from ${sql.table(table)} where character_id = ${characterId}`
  const lastBook = sql`coalesce((select max(older.id) from character_revisions as older
    where older.character_id = ${characterId} and older.id < character_revisions.id and older.lorebook is not null), '')`
  await db
    .deleteFrom('character_revisions')
    .where('character_id', '=', characterId)
    .where('id', '<=', newestId)
    .where(
      sql<SqlBool>`not exists (
        select 1 from (${namedIn('conversations')} union all ${namedIn('conversation_participants')}) as named
        where named.revision_id = character_revisions.id or (character_revisions.lorebook is not null
          and named.revision_id < character_revisions.id and named.revision_id > ${lastBook}))`,
    )
    .execute()
}

/**
 * Stores the lorebook of a revision that is replaced. Deletes the oldest revisions of its author's characters whose lorebooks
 * are above the limit of the account, with those before them that have the same.
 */
export async function keepLorebook(
  db: Queryable,
  { id, ownerId, lorebook }: { id: string; ownerId: string; lorebook: string },
): Promise<void> {
  await db.updateTable('character_revisions').set({ lorebook }).where('id', '=', id).execute()
  const { rows } = await sql<{ character_id: string; newest_id: string }>`
    select character_id, max(id) as newest_id from (
      select character_id, character_revisions.id, sum(octet_length(lorebook)) over (order by character_revisions.id desc) as bytes
      from character_revisions join characters on characters.id = character_id
      where owner_id = ${ownerId} and lorebook is not null) as kept
    where bytes > ${revisionLimits.lorebooksPerAccount} group by character_id`.execute(db)
  for (const { character_id, newest_id } of rows) await deleteUnused(db, character_id, newest_id)
}

/** The lorebook that a revision keeps, and the current card of its character. */
export const findRevisionBook = (db: Queryable, characterId: string, id: string) =>
  db
    .selectFrom('characters')
    .select((eb) => [
      'card',
      eb
        .selectFrom('character_revisions')
        .select('lorebook')
        .where('character_id', '=', characterId)
        .where('id', '>=', id)
        .where('lorebook', 'is not', null)
        .orderBy('id')
        .limit(1)
        .as('lorebook'),
    ])
    .where('id', '=', characterId)
    .executeTakeFirst()

export function listRevisions(db: Queryable, id: OwnCharacterId) {
  return selectRevisions(db, id).select(['id', 'changed', 'created_at']).limit(revisionLimits.perCharacter).execute()
}

export const findRevision = (db: Queryable, characterId: string, id: string) =>
  findRow(db, 'character_revisions', { character_id: characterId, id })

/** All of them with what they say, oldest first, for the account's download. */
export const listWholeRevisions = (db: Queryable, characterId: string) =>
  db
    .selectFrom('character_revisions')
    .select(['card', 'lorebook', 'created_at'])
    .where('character_id', '=', characterId)
    .orderBy('id')
    .execute()
