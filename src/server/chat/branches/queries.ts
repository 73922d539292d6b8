import { sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { branchLimits } from '#shared/branches.ts'
import type { MessageRow } from '../tree/queries.ts'

/** What a map shows of the newest `limit` visible messages of a conversation, the newest first. */
export const listMapMessages = (db: Queryable, conversationId: OwnConversationId, limit: number) =>
  db
    .selectFrom('messages')
    // Only replies of another character of a scene have a speaker.
    .leftJoin('conversation_participants as speaker', (join) =>
      join
        .onRef('speaker.conversation_id', '=', 'messages.conversation_id')
        .onRef('speaker.character_id', '=', 'messages.speaker_id'),
    )
    .select([
      'speaker.character_name as speaker_name',
      'messages.id',
      'messages.parent_id',
      'messages.role',
      'messages.status',
      'messages.branch_name',
      sql<string>`substr(messages.content, 1, ${branchLimits.preview})`.as('text'),
    ])
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.hidden_at', 'is', null)
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute()

/** Inserts copies of messages, parents before children. */
export async function insertCopies(db: Queryable, rows: MessageRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('messages').values(rows).execute()
}

/** Lets the characters of a scene take part in a copy of its conversation. */
export async function copyParticipants(
  db: Queryable,
  { from, to }: { from: OwnConversationId; to: OwnConversationId },
): Promise<void> {
  const rows = await db
    .selectFrom('conversation_participants')
    .selectAll()
    .where('conversation_id', '=', from)
    .execute()
  const copies = rows.map((row) => ({ ...row, conversation_id: to }))
  if (copies.length > 0) await db.insertInto('conversation_participants').values(copies).execute()
}
