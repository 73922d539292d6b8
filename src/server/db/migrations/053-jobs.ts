import type { Step } from './step.ts'

/** A job with so large a history writes what is out of date, and no new block. */
const noNewBlock = 2_147_483_647
const payload = (leafId: string, tokens: string | number) =>
  `'{"leafId":"' || ${leafId} || '","historyTokens":' || ${tokens} || '}'`

const isStale = "(old.status = 'redacted') <> (new.status = 'redacted') and old.status <> 'streaming'"
// A message without text is in no index: where it comes back, the depth alone tells the blocks.
const markStale = (messageIds: string) => `
  update conversations set memory_version = memory_version + case when memory_version > 0 then 1 else 0 end
    where id = new.conversation_id;
  update jobs set lease_id = null, leased_until = 0 where kind = 'memory' and key = new.conversation_id;
  update memory_blocks set is_stale = 1, summary = '', is_edited = 0,
      corrected_summary = case when is_edited = 1 then summary else corrected_summary end
    where conversation_id = new.conversation_id and last_depth >= new.depth and exists (
      select 1 from memory_blocks as block
      where block.conversation_id = new.conversation_id and block.first_depth <= new.depth and block.last_depth >= new.depth
        and (old.status = 'redacted' or block.${messageIds} like '%"' || new.id || '"%'));
  delete from memory_facts where conversation_id = new.conversation_id
    and new.status = 'redacted' and sources like '%"' || new.id || '"%';
  insert into jobs (kind, key, payload, due_at, created_at)
    select 'memory', new.conversation_id, ${payload('new.id', noNewBlock)}, 0, new.updated_at
    where exists (select 1 from memory_blocks where conversation_id = new.conversation_id and is_stale = 1)
    on conflict (kind, key) do nothing;`

/** The function of the trigger, for PostgreSQL: SQLite renames the column in its trigger itself. */
export const createStaleMemory = (messageIds: string) =>
  `create or replace function stale_memory() returns trigger language plpgsql as $$
    begin ${markStale(messageIds)} return null; end $$`

/**
 * One table of jobs, for those of the memory and for payment events. What was written about a message is out of date when its
 * text is taken away, or comes back. A trigger notes it in the same transaction, so that no statement that redacts a message
 * can omit it: it locks the conversation, removes the summaries from the message on and the facts that cite it, interrupts a
 * job that may have read it, and adds a job that writes the summaries again. A corrected summary is kept for a review.
 */
export const jobs: readonly Step[] = [
  `create table jobs (
    kind text not null,
    key text not null,
    payload text not null,
    attempts integer default 0 not null,
    due_at bigint not null,
    lease_id text,
    leased_until bigint default 0 not null,
    created_at bigint not null,
    constraint jobs_pk primary key (kind, key)
  )`,
  'create index jobs_due on jobs (kind, due_at)',
  `insert into jobs (kind, key, payload, attempts, due_at, created_at)
    select 'memory', conversation_id, ${payload('leaf_id', 'history_tokens')}, attempts, due_at, created_at from memory_jobs`,
  `insert into jobs (kind, key, payload, attempts, due_at, created_at)
    select 'payment_event', id, '{}', attempts, next_attempt_at, received_at from payment_events where processed_at is null`,
  'drop index payment_events_pending',
  'alter table payment_events drop column attempts',
  'alter table payment_events drop column next_attempt_at',
  {
    postgres: [
      createStaleMemory('passages'),
      'drop trigger if exists messages_stale_memory on messages',
      `create trigger messages_stale_memory after update of status on messages for each row
        when (${isStale}) execute function stale_memory()`,
    ],
    sqlite: [
      'drop trigger if exists messages_stale_memory',
      `create trigger messages_stale_memory after update of status on messages when ${isStale}
        begin ${markStale('passages')} end`,
    ],
  },
  'drop table memory_jobs',
]
