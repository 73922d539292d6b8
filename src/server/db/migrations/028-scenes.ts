import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Scenes with several characters: who said a reply, who was present, and who takes part. The anchor of a prompt moves from
 * the conversation to the reply that was planned with it, so that it follows branches.
 */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const column of ['anchor_id', 'speaker_id', 'audience', 'present_after']) {
    await db.schema.alterTable('messages').addColumn(column, 'text').execute()
  }
  await sql`update messages set anchor_id = (
      select max(conversations.anchor_id) from conversations where conversations.active_leaf_id = messages.id
    ) where id in (select active_leaf_id from conversations where anchor_id is not null)`.execute(db)
  await db.schema.alterTable('conversations').dropColumn('anchor_id').execute()
  await db.schema.alterTable('conversations').addColumn('turn_order', 'text').execute()
  // No reference to `characters`: one that is deleted or purged keeps its name in the conversations it took part in.
  await db.schema
    .createTable('conversation_participants')
    .addColumn('conversation_id', 'text', (c) => c.notNull().references('conversations.id').onDelete('cascade'))
    .addColumn('character_id', 'text', (c) => c.notNull())
    .addColumn('character_name', 'text', (c) => c.notNull())
    .addColumn('character_avatar', 'text', (c) => c.notNull())
    .addColumn('character_category', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .addColumn('left_at', 'bigint')
    .addPrimaryKeyConstraint('conversation_participants_pk', ['conversation_id', 'character_id'])
    .execute()
}
