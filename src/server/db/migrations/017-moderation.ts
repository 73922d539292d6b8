import type { Step } from './step.ts'

const hour = 3_600_000

/** Refuses an event on each row of a table. */
const refuse = (table: string, event: 'update' | 'delete'): Step => ({
  postgres: [
    `create trigger ${table}_${event} before ${event} on ${table} for each row execute function refuse_change()`,
  ],
  sqlite: [
    `create trigger ${table}_${event} before ${event} on ${table}
      begin select raise(abort, '${event} of ${table} is not allowed'); end`,
  ],
})

/** Decisions on flags, what they enforce, the audit log, and the alerts of the dashboard. */
export const moderation: readonly Step[] = [
  "alter table flags add column target_name text default '' not null",
  "alter table flags add column source text default 'report' not null",
  'alter table flags add column strike integer default 0 not null',
  'alter table flags add column due_at bigint default 0 not null',
  ...['subject_id', 'claimed_by', 'decided_by', 'effect'].map((name) => `alter table flags add column ${name} text`),
  ...['escalated_at', 'claimed_until', 'decided_at', 'reversed_at', 'suspended_until'].map(
    (name) => `alter table flags add column ${name} bigint`,
  ),
  `update flags set due_at = created_at + case severity when 5 then ${hour} when 4 then ${4 * hour}
    when 3 then ${24 * hour} else ${72 * hour} end`,
  `update flags set subject_id = case target_type when 'user' then target_id
    when 'character' then (select owner_id from characters where characters.id = flags.target_id) end`,
  "update flags set decided_at = updated_at where status in ('resolved', 'dismissed')",
  'drop index flags_queue',
  'create index flags_queue on flags (status, severity desc, id)',
  'create index flags_subject on flags (subject_id) where subject_id is not null',
  'create index flags_decided on flags (decided_at) where decided_at is not null',
  "create unique index flags_one_appeal on flags (previous_flag_id) where category = 'appeal'",
  `create table flag_actions (
    id text primary key,
    flag_id text not null references flags (id) on delete cascade,
    actor_id text not null,
    action text not null,
    note text not null,
    created_at bigint not null
  )`,
  'create index flag_actions_flag on flag_actions (flag_id)',
  // Snapshots have a table of their own: later reports add to them, and a trigger keeps each as it was stored.
  `create table flag_evidence (
    id text primary key,
    flag_id text not null references flags (id) on delete cascade,
    content text not null,
    hash text not null,
    created_at bigint not null,
    constraint flag_evidence_once unique (flag_id, hash)
  )`,
  `insert into flag_evidence (id, flag_id, content, hash, created_at)
    select id, id, evidence, evidence_hash, created_at from flags`,
  'alter table flags drop column evidence',
  'alter table flags drop column evidence_hash',
  {
    postgres: [
      `create function refuse_change() returns trigger language plpgsql as $$
        begin raise exception '% of % is not allowed', lower(tg_op), tg_table_name; end $$`,
    ],
  },
  refuse('flag_evidence', 'update'),
  "alter table characters add column moderation_state text default 'none' not null",
  'alter table users add column suspended_until bigint',
  // What a removed target was before, to be restored when the decision is undone.
  `create table removed_content (
    target_type text not null,
    target_id text not null,
    original text not null,
    created_at bigint not null,
    constraint removed_content_key primary key (target_type, target_id)
  )`,
  // No references: an entry outlives what it names.
  `create table audit_entries (
    seq bigint primary key,
    id text not null unique,
    action text not null,
    actor_id text,
    target_type text not null,
    target_id text not null,
    facts text not null,
    request_id text not null,
    created_at bigint not null,
    previous_hash text not null,
    hash text not null
  )`,
  'create index audit_entries_target on audit_entries (target_type, target_id)',
  refuse('audit_entries', 'update'),
  refuse('audit_entries', 'delete'),
  {
    postgres: [
      `create trigger audit_entries_truncate before truncate on audit_entries
        for each statement execute function refuse_change()`,
    ],
  },
  `create table alerts (
    id bigint primary key,
    kind text not null,
    flag_id text not null references flags (id) on delete cascade,
    created_at bigint not null
  )`,
  `create table websocket_tokens (
    token_hash text primary key,
    session_id text not null references sessions (id) on delete cascade,
    expires_at bigint not null
  )`,
]
