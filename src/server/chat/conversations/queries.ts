import { type SqlBool, sql } from 'kysely'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'

/** Gives a conversation to another character, in everything that names the one before. */
export async function setCharacter(
  trx: Queryable,
  id: OwnConversationId,
  { from, to }: { from: string; to: Pick<CharacterRow, 'id' | 'name' | 'avatar' | 'category'> },
): Promise<void> {
  const character = { character_name: to.name, character_avatar: to.avatar, character_category: to.category }
  await trx
    .updateTable('conversations')
    .set({ character_id: to.id, ...character, content_rating: null })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('conversation_participants')
    .set({ character_id: to.id, ...character })
    .where('conversation_id', '=', id)
    .where('character_id', '=', from)
    .execute()
  // Lists of ids in JSON. The conversation's own character has no id where it speaks.
  const named = (column: string) => sql<string>`replace(${sql.ref(column)}, ${from}, ${to.id})`
  await trx
    .updateTable('messages')
    .set({ audience: named('audience'), present_after: named('present_after'), round_queue: named('round_queue') })
    .where('conversation_id', '=', id)
    .where(sql<SqlBool>`coalesce(audience, present_after, round_queue) is not null`)
    .execute()
  await trx
    .updateTable('memory_facts')
    .set({ audience: named('audience') })
    .where('conversation_id', '=', id)
    .execute()
  await trx
    .updateTable('memory_blocks')
    .set({ audience: named('audience'), passages: named('passages') })
    .where('conversation_id', '=', id)
    .execute()
}
