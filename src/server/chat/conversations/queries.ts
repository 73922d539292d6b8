import { type SqlBool, sql } from 'kysely'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { updateRows } from '#server/db/rows.ts'

/** What a conversation stores of a character. */
type KeptCharacter = Pick<CharacterRow, 'id' | 'name' | 'avatar' | 'category' | 'revision_id'>

const columnsOf = ({ name, avatar, category, revision_id }: KeptCharacter) => ({
  character_name: name,
  character_avatar: avatar,
  character_category: category,
  revision_id,
})

/** Gives a conversation to another character, in everything that names the one before. */
export async function setCharacter(
  trx: Queryable,
  id: OwnConversationId,
  { from, to }: { from: string; to: KeptCharacter },
): Promise<void> {
  const character = columnsOf(to)
  await updateRows(trx, 'conversations', { id }, { character_id: to.id, ...character, content_rating: null })
  await updateRows(
    trx,
    'conversation_participants',
    { conversation_id: id, character_id: from },
    { character_id: to.id, ...character },
  )
  // Lists of ids in JSON. The conversation's own character has no id where it speaks.
  const named = (column: string) => sql<string>`replace(${sql.ref(column)}, ${from}, ${to.id})`
  await trx
    .updateTable('messages')
    .set({ audience: named('audience'), present_after: named('present_after'), round_queue: named('round_queue') })
    .where('conversation_id', '=', id)
    .where(sql<SqlBool>`coalesce(audience, present_after, round_queue) is not null`)
    .execute()
  await updateRows(trx, 'memory_facts', { conversation_id: id }, { audience: named('audience') })
  await updateRows(trx, 'memory_blocks', { conversation_id: id }, { audience: named('audience') })
}

/** The characters of a conversation of which it keeps another revision than the current one. */
export function listOutdated(db: Queryable, id: OwnConversationId) {
  const kept = db
    .selectFrom('conversations')
    .select(['character_id', 'revision_id'])
    .where('id', '=', id)
    .union(
      db
        .selectFrom('conversation_participants')
        .select(['character_id', 'revision_id'])
        .where('conversation_id', '=', id)
        .where('left_at', 'is', null),
    )
  return db
    .selectFrom(kept.as('kept'))
    .innerJoin('characters', 'characters.id', 'kept.character_id')
    .select(['characters.id', 'kept.revision_id as kept_id'])
    .whereRef('kept.revision_id', '<>', 'characters.revision_id')
    .$narrowType<{ kept_id: string }>()
    .execute()
}

/** Sets the revision of a character that takes part, by its name in it. */
export async function setRevision(
  db: Queryable,
  id: OwnConversationId,
  { characterId, revisionId, name }: { characterId: string; revisionId: string; name: string },
): Promise<void> {
  const changes = { revision_id: revisionId, character_name: name }
  await updateRows(db, 'conversations', { id, character_id: characterId }, changes)
  await updateRows(db, 'conversation_participants', { conversation_id: id, character_id: characterId }, changes)
}
