import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/**
 * The texts of the requests that models were sent, in place of the whole requests that admins had for seven days: each text is
 * stored once for its conversation. A message that is removed by moderation leaves them too, whatever removes it.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('request_parts')
    .addColumn('conversation_id', 'text', (c) => c.notNull().references('conversations.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('request_parts_number', ['conversation_id', 'number'])
    .addUniqueConstraint('request_parts_key', ['conversation_id', 'key'])
    .execute()
  await db.schema.alterTable('receipts').addColumn('request', 'text').execute()
  const when = sql`new.status = 'redacted' and old.status <> 'redacted'`
  const statement = sql`delete from request_parts where conversation_id = new.conversation_id;`
  if (dialect === 'postgres') {
    await sql`drop trigger messages_reply_prompts on messages`.execute(db)
    await sql`drop function delete_reply_prompts()`.execute(db)
    await sql`create function delete_request_parts() returns trigger language plpgsql as $$
      begin ${statement} return null; end $$`.execute(db)
    await sql`create trigger messages_request_parts after update of status on messages for each row when (${when})
      execute function delete_request_parts()`.execute(db)
  } else {
    await sql`drop trigger messages_reply_prompts`.execute(db)
    await sql`create trigger messages_request_parts after update of status on messages when ${when}
      begin ${statement} end`.execute(db)
  }
  await db.schema.dropTable('reply_prompts').execute()
}
