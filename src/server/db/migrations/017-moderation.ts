import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Decisions on flags, what they enforce, the audit log, and the alerts of the dashboard. */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await extendFlags(db)
  await moveEvidence(db, dialect)
  await createEnforcement(db)
  await createAuditLog(db, dialect)
  await createAlerts(db)
}

async function extendFlags(db: Kysely<Database>): Promise<void> {
  const table = db.schema.alterTable('flags')
  await table.addColumn('target_name', 'text', (c) => c.notNull().defaultTo('')).execute()
  await table.addColumn('source', 'text', (c) => c.notNull().defaultTo('report')).execute()
  await table.addColumn('strike', 'integer', (c) => c.notNull().defaultTo(0)).execute()
  await table.addColumn('due_at', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
  for (const column of ['subject_id', 'claimed_by', 'decided_by', 'effect'] as const) {
    await table.addColumn(column, 'text').execute()
  }
  for (const column of ['escalated_at', 'claimed_until', 'decided_at', 'reversed_at', 'suspended_until'] as const) {
    await table.addColumn(column, 'bigint').execute()
  }
  const hour = 3_600_000
  await sql`update flags set due_at = created_at + case severity when 5 then ${sql.lit(hour)}
    when 4 then ${sql.lit(4 * hour)} when 3 then ${sql.lit(24 * hour)} else ${sql.lit(72 * hour)} end`.execute(db)
  await sql`update flags set subject_id = case target_type when 'user' then target_id
    when 'character' then (select owner_id from characters where characters.id = flags.target_id) end`.execute(db)
  await sql`update flags set decided_at = updated_at where status in ('resolved', 'dismissed')`.execute(db)
  await sql`drop index flags_queue`.execute(db)
  await sql`create index flags_queue on flags (status, severity desc, id)`.execute(db)
  await sql`create index flags_subject on flags (subject_id) where subject_id is not null`.execute(db)
  await sql`create index flags_decided on flags (decided_at) where decided_at is not null`.execute(db)
  await sql`create unique index flags_one_appeal on flags (previous_flag_id) where category = 'appeal'`.execute(db)
  await db.schema
    .createTable('flag_actions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('flag_id', 'text', (c) => c.notNull().references('flags.id').onDelete('cascade'))
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('flag_actions_flag').on('flag_actions').column('flag_id').execute()
}

/** Snapshots have a table of their own: later reports add to them, and a trigger keeps each as it was stored. */
async function moveEvidence(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('flag_evidence')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('flag_id', 'text', (c) => c.notNull().references('flags.id').onDelete('cascade'))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('flag_evidence_once', ['flag_id', 'hash'])
    .execute()
  await sql`insert into flag_evidence (id, flag_id, content, hash, created_at)
    select id, id, evidence, evidence_hash, created_at from flags`.execute(db)
  for (const column of ['evidence', 'evidence_hash']) await db.schema.alterTable('flags').dropColumn(column).execute()
  if (dialect === 'postgres') {
    await sql`create function refuse_change() returns trigger language plpgsql as $$
      begin raise exception '% of % is not allowed', lower(tg_op), tg_table_name; end $$`.execute(db)
  }
  await createRefusingTrigger(db, dialect, 'flag_evidence', 'update')
}

async function createEnforcement(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('characters')
    .addColumn('moderation_state', 'text', (c) => c.notNull().defaultTo('none'))
    .execute()
  await db.schema.alterTable('users').addColumn('suspended_until', 'bigint').execute()
  // What a removed target was before, to be restored when the decision is undone.
  await db.schema
    .createTable('removed_content')
    .addColumn('target_type', 'text', (c) => c.notNull())
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('original', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('removed_content_key', ['target_type', 'target_id'])
    .execute()
}

async function createAuditLog(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  // No references: an entry outlives what it names.
  await db.schema
    .createTable('audit_entries')
    .addColumn('seq', 'bigint', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('target_type', 'text', (c) => c.notNull())
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('previous_hash', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('audit_entries_target')
    .on('audit_entries')
    .columns(['target_type', 'target_id'])
    .execute()
  for (const event of ['update', 'delete'] as const) await createRefusingTrigger(db, dialect, 'audit_entries', event)
  if (dialect === 'postgres') {
    await sql`create trigger audit_entries_truncate before truncate on audit_entries
      for each statement execute function refuse_change()`.execute(db)
  }
}

async function createAlerts(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('flag_id', 'text', (c) => c.notNull().references('flags.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('websocket_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
}

/** Creates a trigger that refuses an event on each row of a table. */
async function createRefusingTrigger(
  db: Kysely<Database>,
  dialect: Dialect,
  table: string,
  event: 'update' | 'delete',
) {
  const [name, on, kind] = [sql.id(`${table}_${event}`), sql.table(table), sql.raw(event)]
  if (dialect === 'postgres') {
    await sql`create trigger ${name} before ${kind} on ${on} for each row execute function refuse_change()`.execute(db)
    return
  }
  const message = sql.lit(`${event} of ${table} is not allowed`)
  await sql`create trigger ${name} before ${kind} on ${on} begin select raise(abort, ${message}); end`.execute(db)
}
