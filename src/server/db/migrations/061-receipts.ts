import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/**
 * What the prompts of replies were made of. Facts and passages in them quote messages: those of a conversation are deleted
 * when one of its messages is removed by moderation, whatever removes it.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('receipts')
    .addColumn('message_id', 'text', (c) => c.primaryKey().references('messages.id').onDelete('cascade'))
    .addColumn('conversation_id', 'text', (c) => c.notNull().references('conversations.id').onDelete('cascade'))
    .addColumn('anchor_id', 'text')
    .addColumn('inserts', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('receipts_conversation').on('receipts').column('conversation_id').execute()
  const when = sql`new.status = 'redacted' and old.status <> 'redacted'`
  const statement = sql`update receipts set inserts = '[]' where conversation_id = new.conversation_id;`
  if (dialect === 'postgres') {
    await sql`create function clear_receipts() returns trigger language plpgsql as $$
      begin ${statement} return null; end $$`.execute(db)
    await sql`create trigger messages_receipts after update of status on messages for each row when (${when})
      execute function clear_receipts()`.execute(db)
  } else {
    await sql`create trigger messages_receipts after update of status on messages when ${when}
      begin ${statement} end`.execute(db)
  }
}
