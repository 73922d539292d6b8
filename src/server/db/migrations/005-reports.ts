import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Reports by users, and the flags they raise. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('flags')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('severity', 'integer', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('target_type', 'text', (c) => c.notNull())
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('report_count', 'integer', (c) => c.notNull())
    .addColumn('evidence', 'text', (c) => c.notNull())
    .addColumn('evidence_hash', 'text', (c) => c.notNull())
    .addColumn('previous_flag_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('flags_status', sql`status in ('open', 'acknowledged', 'resolved', 'dismissed')`)
    .addCheckConstraint('flags_target', sql`target_type in ('character', 'message', 'user')`)
    .addCheckConstraint('flags_severity', sql`severity between 1 and 5`)
    .execute()
  // One undecided flag per target and category, however many users report it.
  await sql`create unique index flags_one_open on flags (target_type, target_id, category) where status in ('open', 'acknowledged')`.execute(
    db,
  )
  await sql`create index flags_queue on flags (status, severity desc, created_at, id)`.execute(db)
  await sql`create index flags_history on flags (target_type, target_id, created_at)`.execute(db)
  await db.schema
    .createTable('reports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('flag_id', 'text', (c) => c.notNull().references('flags.id').onDelete('cascade'))
    .addColumn('reporter_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('target_type', 'text', (c) => c.notNull())
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('reports_once', ['reporter_id', 'target_type', 'target_id', 'category'])
    .execute()
  await db.schema.createIndex('reports_flag').on('reports').column('flag_id').execute()
}
