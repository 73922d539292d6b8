import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** A job with so large a history writes what is out of date, and no new block. */
const noNewBlock = sql.lit(2_147_483_647)

/**
 * What was written about a message is out of date when its text is taken away, or comes back. A trigger notes it in the same
 * transaction, so that no statement that redacts a message can omit it: it removes the summaries from the message on and the
 * facts that cite it, interrupts a job that may have read it, and adds a job that writes the summaries again.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('memory_blocks')
    .addColumn('is_stale', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  const when = sql`(old.status = 'redacted') <> (new.status = 'redacted') and old.status <> 'streaming'`
  // A message without text is in no index: where it comes back, the depth alone tells the blocks.
  const statements = sql`
    update memory_jobs set lease_id = null, leased_until = 0 where conversation_id = new.conversation_id;
    update memory_blocks set is_stale = 1, summary = '', is_edited = 0
      where conversation_id = new.conversation_id and last_depth >= new.depth and exists (
        select 1 from memory_blocks as block
        where block.conversation_id = new.conversation_id and block.first_depth <= new.depth and block.last_depth >= new.depth
          and (old.status = 'redacted' or block.passages like '%"' || new.id || '"%'));
    delete from memory_facts where conversation_id = new.conversation_id
      and new.status = 'redacted' and sources like '%"' || new.id || '"%';
    update conversations set memory_version = memory_version + 1 where id = new.conversation_id and memory_version > 0;
    insert into memory_jobs (conversation_id, leaf_id, history_tokens, due_at, created_at)
      select new.conversation_id, new.id, ${noNewBlock}, 0, new.updated_at
      where exists (select 1 from memory_blocks where conversation_id = new.conversation_id and is_stale = 1)
      on conflict (conversation_id) do nothing;`
  if (dialect === 'postgres') {
    await sql`create function stale_memory() returns trigger language plpgsql as $$
      begin ${statements} return null; end $$`.execute(db)
    await sql`create trigger messages_stale_memory after update of status on messages for each row
      when (${when}) execute function stale_memory()`.execute(db)
  } else {
    await sql`create trigger messages_stale_memory after update of status on messages when ${when}
      begin ${statements} end`.execute(db)
  }
}
