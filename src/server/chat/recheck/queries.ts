import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Outcome } from '../replies/live-reply.ts'
import { errorColumns } from '../replies/queries.ts'

export type UncheckedReply = Awaited<ReturnType<typeof listUncheckedReplies>>[number]

/**
 * Replies with text that the classifier has not seen, with their speakers and what they answer, in the order of their ids.
 * The columns of `characters` are null for a speaker of a scene that was deleted for good.
 */
export const listUncheckedReplies = (db: Queryable, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .innerJoin('users', 'users.id', 'conversations.user_id')
    .leftJoin('conversation_participants as speaker', (join) =>
      join
        .onRef('speaker.conversation_id', '=', 'messages.conversation_id')
        .onRef('speaker.character_id', '=', 'messages.speaker_id'),
    )
    .leftJoin('characters', (join) =>
      join.on('characters.id', '=', (eb) => eb.fn.coalesce('messages.speaker_id', 'conversations.character_id')),
    )
    .leftJoin('messages as answered', (join) =>
      join.onRef('answered.id', '=', 'messages.parent_id').on('answered.role', '=', 'user'),
    )
    .select((eb) => [
      'messages.id',
      'messages.conversation_id',
      'messages.parent_id',
      'messages.content',
      'messages.model',
      'answered.content as input',
      'conversations.user_id',
      eb.fn.coalesce('messages.speaker_id', 'conversations.character_id').as('character_id'),
      eb.fn.coalesce('speaker.character_name', 'conversations.character_name').as('character_name'),
      'users.username',
      'users.account_type',
      'users.chat_filter',
      'characters.content_rating',
      'characters.updated_at',
    ])
    .where('messages.is_unchecked', '=', 1)
    .where('messages.status', 'in', ['complete', 'interrupted'])
    .where('messages.content', '!=', '')
    .where('messages.id', '>', after)
    .orderBy('messages.id')
    .limit(limit)
    .$narrowType<{ conversation_id: OwnConversationId }>()
    .execute()

/**
 * Marks a reply as checked; with an error, removes its text. False when it has changed since it was listed: the model
 * continues it, or another instance has checked it.
 */
export async function settleUnchecked(
  db: Queryable,
  { id, content }: Pick<UncheckedReply, 'id' | 'content'>,
  { error, now }: { error: Outcome['error']; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({
      is_unchecked: 0,
      ...(error && { content: '', status: 'redacted', ...errorColumns(error), updated_at: now }),
    })
    .where('id', '=', id)
    .where('is_unchecked', '=', 1)
    .where('status', 'in', ['complete', 'interrupted'])
    .where('content', '=', content)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
