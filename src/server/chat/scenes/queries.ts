import { type Selectable, sql } from 'kysely'
import { keptColumns, selectCharacter } from '#server/characters/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { updateRows } from '#server/db/rows.ts'
import type { ConversationParticipantsTable } from '#server/db/schema/conversations.ts'
import { type MessageRow, promptText, updateConversation, updateMessage } from '../tree/queries.ts'

export type ParticipantRow = Selectable<ConversationParticipantsTable>

/** The characters of a scene in the order of a round, each with its row and the revision that the scene keeps, where they still exist. */
export async function listParticipants(db: Queryable, conversationId: OwnConversationId) {
  const participants = await db
    .selectFrom('conversation_participants')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()
  if (participants.length === 0) return []
  const characters = await selectCharacter(db)
    .innerJoin('conversation_participants as participant', 'participant.character_id', 'characters.id')
    .leftJoin('character_revisions as kept', (join) =>
      join.onRef('kept.id', '=', 'participant.revision_id').onRef('kept.id', '<>', 'characters.revision_id'),
    )
    .select(keptColumns)
    .select('users.deletion_requested_at as author_deletion_requested_at')
    .where('participant.conversation_id', '=', conversationId)
    .execute()
  const byId = new Map(characters.map((character) => [character.id, character]))
  return participants.map((participant) => ({ ...participant, character: byId.get(participant.character_id) ?? null }))
}

export async function insertParticipants(db: Queryable, rows: ParticipantRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('conversation_participants').values(rows).execute()
}

export const updateParticipant = (
  db: Queryable,
  conversationId: OwnConversationId,
  characterId: string,
  changes: Partial<Pick<ParticipantRow, 'joined_at' | 'left_at'>>,
) =>
  updateRows(db, 'conversation_participants', { conversation_id: conversationId, character_id: characterId }, changes)

/** Removes a character to which nothing in the conversation refers. False when there is something. */
export async function deleteUnreferenced(
  db: Queryable,
  conversationId: OwnConversationId,
  characterId: string,
): Promise<boolean> {
  const id = listed(characterId)
  const references = db
    .selectFrom('messages')
    .select('id')
    .where('messages.conversation_id', '=', conversationId)
    .where((eb) =>
      eb.or([eb('audience', 'like', id), eb('present_after', 'like', id), eb('speaker_id', '=', characterId)]),
    )
  const result = await db
    .deleteFrom('conversation_participants')
    .where('conversation_id', '=', conversationId)
    .where('character_id', '=', characterId)
    .where(({ not, exists }) => not(exists(references)))
    .executeTakeFirst()
  return result.numDeletedRows > 0
}

/** Makes a scene a conversation with its own character only. */
export async function endScene(db: Queryable, conversationId: OwnConversationId): Promise<void> {
  await db.deleteFrom('conversation_participants').where('conversation_id', '=', conversationId).execute()
  await updateConversation(db, conversationId, { turn_order: null })
}

/** A list in JSON that has this id. */
const listed = (characterId: string) => `%"${characterId.replaceAll(/[^\w-]/g, '')}"%`

/** Ends the round of a reply, so that nobody else speaks in it. */
export const endRound = (db: Queryable, conversationId: OwnConversationId, replyId: string) =>
  updateMessage(db, conversationId, replyId, { round_queue: null })

export type SceneRow = Pick<
  MessageRow,
  'id' | 'role' | 'content' | 'status' | 'depth' | 'speaker_id' | 'audience' | 'anchor_id' | 'persona_name'
>

interface SceneRange {
  characterId: string
  /** Whether it is the conversation's own character, which was alone where no audience is stored. */
  isOwn: boolean
  leafId: string
  /** How many characters of known text are read at most. */
  characters: number
}

/**
 * The newest messages of the path to `leafId` for which a character was present, oldest first. The texts of the others
 * are not read. Messages without text are read, because their audience counts.
 */
export async function readKnownMessages(
  db: Queryable,
  conversationId: OwnConversationId,
  { characterId, isOwn, leafId, characters }: SceneRange,
): Promise<SceneRow[]> {
  const isKnown = (row: 'first' | 'above') => {
    const audience = sql.ref(`${row}.audience`)
    return sql`(case when ${audience} is null then ${isOwn ? 1 : 0} when ${audience} like ${listed(characterId)} then 1 else 0 end)`
  }
  const { rows } = await sql<SceneRow>`
    with recursive path(id, parent_id, is_known, total) as (
      select first.id, first.parent_id, ${isKnown('first')}, ${isKnown('first')} * length(first.content)
      from messages as first where first.id = ${leafId} and first.conversation_id = ${conversationId}
      union all
      select above.id, above.parent_id, ${isKnown('above')}, path.total + ${isKnown('above')} * length(above.content)
      from path join messages as above on above.id = path.parent_id where path.total < ${characters}
    )
    select messages.id, messages.role, ${promptText} as content, messages.status, messages.depth, messages.speaker_id,
      messages.audience, messages.anchor_id, messages.persona_name
    from path cross join messages where messages.id = path.id and path.is_known = 1 order by messages.depth`.execute(db)
  return rows
}
