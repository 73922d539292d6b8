import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { createCharacterSearch } from './001-character-search.ts'

/** Accounts, characters, conversations. */
export async function up(db: Kysely<Database>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await accounts(db)
  await characters(db)
  await conversations(db)
  await createCharacterSearch(db, dialect)
}

async function accounts(db: Kysely<Database>) {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('display_name', 'text')
    .addColumn('account_type', 'text', (c) => c.notNull())
    .addColumn('is_house', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('adult_confirmed_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('users_account_type', sql`account_type in ('free', 'premium', 'admin')`)
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema
    .createTable('daily_messages')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('used', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('daily_messages_pk', ['user_id', 'day'])
    .execute()
}

const prose = [
  'personality',
  'speech_style',
  'behaviors',
  'greeting',
  'user_role',
  'environment',
  'allowed_items',
  'forbidden_items',
  'avatar',
  'kinks',
  'scenario',
  'definition',
  'example_dialogue',
  'system_prompt',
  'post_history_instructions',
  'search_text',
] as const

async function characters(db: Kysely<Database>) {
  let table = db.schema
    .createTable('characters')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('cast_slug', 'text', (c) => c.unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('creativity', 'text', (c) => c.notNull())
    .addColumn('plot_advancement', 'text', (c) => c.notNull())
    .addColumn('gender', 'text', (c) => c.notNull())
    .addColumn('content_rating', 'text', (c) => c.notNull())
    .addColumn('is_public', 'integer', (c) => c.notNull())
  for (const column of prose) table = table.addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
  await table
    .addColumn('chat_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('rating_sum', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('rating_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('rating_mean', 'double precision', (c) => c.notNull().defaultTo(0))
    .addColumn('trend', 'double precision', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addCheckConstraint('characters_rating', sql`content_rating in ('general', 'mature', 'explicit')`)
    .execute()
  await db.schema.createIndex('characters_owner').on('characters').columns(['owner_id', 'created_at']).execute()
  // One index for each order of the gallery, over public characters that are not deleted.
  const orders = { trending: 'trend', newest: 'created_at', rated: 'rating_mean' } as const
  for (const [name, column] of Object.entries(orders)) {
    const listed = sql`is_public = 1 and deleted_at is null`
    await sql`create index ${sql.id(`characters_${name}`)} on characters (content_rating, ${sql.ref(column)} desc, id desc) where ${listed}`.execute(
      db,
    )
    await sql`create index ${sql.id(`characters_${name}_category`)} on characters (category, content_rating, ${sql.ref(column)} desc, id desc) where ${listed}`.execute(
      db,
    )
  }
  await db.schema
    .createTable('character_ratings')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('character_id', 'text', (c) => c.notNull().references('characters.id').onDelete('cascade'))
    .addColumn('stars', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('character_ratings_pk', ['user_id', 'character_id'])
    .addCheckConstraint('character_ratings_stars', sql`stars between 1 and 5`)
    .execute()
}

async function conversations(db: Kysely<Database>) {
  await db.schema
    .createTable('conversations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('character_id', 'text', (c) => c.notNull().references('characters.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('active_leaf_id', 'text')
    .addColumn('running_reply_id', 'text')
    .addColumn('anchor_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await sql`create index conversations_list on conversations (user_id, updated_at desc, id desc)`.execute(db)
  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('conversation_id', 'text', (c) => c.notNull().references('conversations.id').onDelete('cascade'))
    .addColumn('parent_id', 'text', (c) => c.references('messages.id').onDelete('cascade'))
    .addColumn('depth', 'integer', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('client_key', 'text', (c) => c.unique())
    .addColumn('error_type', 'text')
    .addColumn('error_message', 'text')
    .addColumn('model', 'text')
    .addColumn('usage', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('hidden_at', 'bigint')
    .addCheckConstraint('messages_author', sql`author in ('user', 'character')`)
    .addCheckConstraint(
      'messages_status',
      sql`status in ('complete', 'streaming', 'interrupted', 'failed', 'redacted')`,
    )
    .execute()
  await db.schema.createIndex('messages_siblings').on('messages').columns(['conversation_id', 'parent_id']).execute()
  await db.schema.createIndex('messages_parent').on('messages').column('parent_id').execute()
  await sql`create index messages_streaming on messages (updated_at) where status = 'streaming'`.execute(db)
}
