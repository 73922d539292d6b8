import { type SqlBool, sql } from 'kysely'
import type { OwnCharacterId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { NewRevision } from '../queries.ts'

/** Revisions of a character that are kept. Those that conversations name are kept besides. */
const maxRevisions = 50

/**
 * Adds a revision, unless it is the same as the current one, and returns the id of what is current then. Deletes the
 * oldest ones, above the limit, that no conversation needs.
 */
export async function insertRevision(db: Queryable, currentId: string, revision: NewRevision): Promise<string> {
  const { character_id: characterId } = revision
  const current = await db
    .selectFrom('character_revisions')
    .select('hash')
    .where('character_id', '=', characterId)
    .where('id', '=', currentId)
    .executeTakeFirst()
  if (current?.hash === revision.hash) return currentId
  await db.insertInto('character_revisions').values(revision).execute()
  const excess = await selectRevisions(db, characterId).select('id').offset(maxRevisions).limit(1).executeTakeFirst()
  if (excess) await deleteUnused(db, characterId, excess.id)
  return revision.id
}

/** Newest first. */
const selectRevisions = (db: Queryable, characterId: string) =>
  db.selectFrom('character_revisions').where('character_id', '=', characterId).orderBy('id', 'desc')

async function deleteUnused(db: Queryable, characterId: string, newestId: string): Promise<void> {
  await db
    .deleteFrom('character_revisions')
    .where('character_id', '=', characterId)
    .where('id', '<=', newestId)
    // Older ones have its lorebook.
    .where('lorebook', 'is', null)
    .where(({ and, selectFrom }) =>
      and(
        (['conversations', 'conversation_participants'] as const).map(
          (table) =>
            sql<SqlBool>`id not in ${selectFrom(table)
              .select('revision_id')
              .where('character_id', '=', characterId)
              .where('revision_id', 'is not', null)}`,
        ),
      ),
    )
    .execute()
}

/** Stores the lorebook of the current revision, which is replaced, if a conversation keeps it or one before it with the same. */
export async function keepLorebook(db: Queryable, characterId: string, id: string, lorebook: string): Promise<void> {
  const usedIn = (table: 'conversations' | 'conversation_participants') =>
    sql`select revision_id from ${sql.table(table)} where character_id = ${characterId}`
  await sql`update character_revisions set lorebook = ${lorebook} where id = ${id} and exists (
    select 1 from (${usedIn('conversations')} union all ${usedIn('conversation_participants')}) as used
    where used.revision_id <= ${id} and used.revision_id > coalesce((select max(kept.id) from character_revisions as kept
      where kept.character_id = ${characterId} and kept.lorebook is not null), ''))`.execute(db)
}

/** The lorebook that a revision keeps, and the current card of its character. */
export function findRevisionBook(db: Queryable, characterId: string, id: string) {
  return db
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
}

export function listRevisions(db: Queryable, id: OwnCharacterId) {
  return selectRevisions(db, id).select(['id', 'changed', 'created_at']).limit(maxRevisions).execute()
}

export function findRevision(db: Queryable, characterId: string, id: string) {
  return db
    .selectFrom('character_revisions')
    .select(['id', 'card', 'created_at'])
    .where('character_id', '=', characterId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** All of them with what they say, oldest first, for the account's download. */
export function listWholeRevisions(db: Queryable, characterId: string) {
  return db
    .selectFrom('character_revisions')
    .select(['card', 'created_at'])
    .where('character_id', '=', characterId)
    .orderBy('id')
    .execute()
}
