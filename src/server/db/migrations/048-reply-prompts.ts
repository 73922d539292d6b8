import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/**
 * What the model was sent for a reply, in chats of admins alone. A message that is removed by moderation leaves the
 * prompts of its conversation too, whatever removes it.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('reply_prompts')
    .addColumn('message_id', 'text', (c) => c.primaryKey().references('messages.id').onDelete('cascade'))
    .addColumn('conversation_id', 'text', (c) => c.notNull().references('conversations.id').onDelete('cascade'))
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('reply_prompts_conversation').on('reply_prompts').column('conversation_id').execute()
  const when = sql`new.status = 'redacted' and old.status <> 'redacted'`
  const statement = sql`delete from reply_prompts where conversation_id = new.conversation_id;`
  if (dialect === 'postgres') {
    await sql`create function delete_reply_prompts() returns trigger language plpgsql as $$
      begin ${statement} return null; end $$`.execute(db)
    await sql`create trigger messages_reply_prompts after update of status on messages for each row when (${when})
      execute function delete_reply_prompts()`.execute(db)
  } else {
    await sql`create trigger messages_reply_prompts after update of status on messages when ${when}
      begin ${statement} end`.execute(db)
  }
}
