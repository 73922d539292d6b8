import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** A job with so large a history writes what is out of date, and no new block. */
const noNewBlock = 2_147_483_647

/**
 * One table of jobs, for those of the memory and for payment events. What was written about a message is out of date when its
 * text is taken away, or comes back. A trigger notes it in the same transaction, so that no statement that redacts a message
 * can omit it: it locks the conversation, removes the summaries from the message on and the facts that cite it, interrupts a
 * job that may have read it, and adds a job that writes the summaries again. A corrected summary is kept for a review.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('lease_id', 'text')
    .addColumn('leased_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('jobs_pk', ['kind', 'key'])
    .execute()
  await db.schema.createIndex('jobs_due').on('jobs').columns(['kind', 'due_at']).execute()
  const payload = (leafId: string, tokens: string) =>
    sql.raw(`'{"leafId":"' || ${leafId} || '","historyTokens":' || ${tokens} || '}'`)
  await sql`insert into jobs (kind, key, payload, attempts, due_at, created_at)
    select 'memory', conversation_id, ${payload('leaf_id', 'history_tokens')}, attempts, due_at, created_at from memory_jobs`.execute(
    db,
  )
  await sql`insert into jobs (kind, key, payload, attempts, due_at, created_at)
    select 'payment_event', id, '{}', attempts, next_attempt_at, received_at from payment_events
    where processed_at is null`.execute(db)
  await sql`drop index payment_events_pending`.execute(db)
  for (const column of ['attempts', 'next_attempt_at']) {
    await db.schema.alterTable('payment_events').dropColumn(column).execute()
  }
  const when = sql`(old.status = 'redacted') <> (new.status = 'redacted') and old.status <> 'streaming'`
  // A message without text is in no index: where it comes back, the depth alone tells the blocks.
  const statements = sql`
    update conversations set memory_version = memory_version + case when memory_version > 0 then 1 else 0 end
      where id = new.conversation_id;
    update jobs set lease_id = null, leased_until = 0 where kind = 'memory' and key = new.conversation_id;
    update memory_blocks set is_stale = 1, summary = '', is_edited = 0,
        corrected_summary = case when is_edited = 1 then summary else corrected_summary end
      where conversation_id = new.conversation_id and last_depth >= new.depth and exists (
        select 1 from memory_blocks as block
        where block.conversation_id = new.conversation_id and block.first_depth <= new.depth and block.last_depth >= new.depth
          and (old.status = 'redacted' or block.passages like '%"' || new.id || '"%'));
    delete from memory_facts where conversation_id = new.conversation_id
      and new.status = 'redacted' and sources like '%"' || new.id || '"%';
    insert into jobs (kind, key, payload, due_at, created_at)
      select 'memory', new.conversation_id, ${payload('new.id', String(noNewBlock))}, 0, new.updated_at
      where exists (select 1 from memory_blocks where conversation_id = new.conversation_id and is_stale = 1)
      on conflict (kind, key) do nothing;`
  if (dialect === 'postgres') {
    await sql`create or replace function stale_memory() returns trigger language plpgsql as $$
      begin ${statements} return null; end $$`.execute(db)
    await sql`drop trigger if exists messages_stale_memory on messages`.execute(db)
    await sql`create trigger messages_stale_memory after update of status on messages for each row
      when (${when}) execute function stale_memory()`.execute(db)
  } else {
    await sql`drop trigger if exists messages_stale_memory`.execute(db)
    await sql`create trigger messages_stale_memory after update of status on messages when ${when}
      begin ${statements} end`.execute(db)
  }
  await db.schema.dropTable('memory_jobs').execute()
}
