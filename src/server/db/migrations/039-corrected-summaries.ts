import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** A job with so large a history writes what is out of date, and no new block. */
const noNewBlock = sql.lit(2_147_483_647)

/**
 * The trigger of 035, with two changes: a summary that the user has corrected is kept for a review, and the conversation is
 * locked before its memory, as everything else does that changes both.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('memory_blocks').addColumn('corrected_summary', 'text').execute()
  const when = sql`(old.status = 'redacted') <> (new.status = 'redacted') and old.status <> 'streaming'`
  // A message without text is in no index: where it comes back, the depth alone tells the blocks.
  const statements = sql`
    update conversations set memory_version = memory_version + case when memory_version > 0 then 1 else 0 end
      where id = new.conversation_id;
    update memory_jobs set lease_id = null, leased_until = 0 where conversation_id = new.conversation_id;
    update memory_blocks set is_stale = 1, summary = '', is_edited = 0,
        corrected_summary = case when is_edited = 1 then summary else corrected_summary end
      where conversation_id = new.conversation_id and last_depth >= new.depth and exists (
        select 1 from memory_blocks as block
        where block.conversation_id = new.conversation_id and block.first_depth <= new.depth and block.last_depth >= new.depth
          and (old.status = 'redacted' or block.passages like '%"' || new.id || '"%'));
    delete from memory_facts where conversation_id = new.conversation_id
      and new.status = 'redacted' and sources like '%"' || new.id || '"%';
    insert into memory_jobs (conversation_id, leaf_id, history_tokens, due_at, created_at)
      select new.conversation_id, new.id, ${noNewBlock}, 0, new.updated_at
      where exists (select 1 from memory_blocks where conversation_id = new.conversation_id and is_stale = 1)
      on conflict (conversation_id) do nothing;`
  if (dialect === 'postgres') {
    await sql`create or replace function stale_memory() returns trigger language plpgsql as $$
      begin ${statements} return null; end $$`.execute(db)
  } else {
    await sql`drop trigger messages_stale_memory`.execute(db)
    await sql`create trigger messages_stale_memory after update of status on messages when ${when}
      begin ${statements} end`.execute(db)
  }
}
