import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Who users are in their stories, what they tell the model about a conversation, and their quick replies. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('personas')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('picture', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('personas_owner').on('personas').columns(['owner_id', 'id']).execute()
  await db.schema.createIndex('personas_picture').on('personas').column('picture').execute()
  await db.schema
    .createTable('persona_defaults')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('character_id', 'text', (c) => c.notNull())
    .addColumn('persona_id', 'text', (c) => c.notNull().references('personas.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('persona_defaults_key', ['user_id', 'character_id'])
    .execute()
  await db.schema.createIndex('persona_defaults_persona').on('persona_defaults').column('persona_id').execute()
  await db.schema
    .alterTable('users')
    .addColumn('has_persona_defaults', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const column of ['persona_id', 'notes'] as const) {
    await db.schema.alterTable('conversations').addColumn(column, 'text').execute()
  }
  for (const column of ['persona_id', 'persona_name'] as const) {
    await db.schema.alterTable('messages').addColumn(column, 'text').execute()
  }
  await db.schema
    .createTable('quick_replies')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('replies', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
}
