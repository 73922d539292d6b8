import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { firstMessageSearchId } from '../schema/search.ts'
import type { Database } from '../schema.ts'

/**
 * The index of all messages (chat/search/). Triggers note each message whose final text changed; the server indexes them
 * after the transaction. Only final text is noted: saving the text of a running reply costs nothing.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const isPostgres = dialect === 'postgres'
  await db.schema
    .createTable('message_search_queue')
    .addColumn('id', isPostgres ? 'bigserial' : 'integer', (c) => c.primaryKey())
    .addColumn('message_id', 'text', (c) => c.notNull())
    .execute()
  const table = db.schema
    .createTable('message_search')
    // FTS5 refers to the row by its integer key, which VACUUM does not change.
    .addColumn('id', isPostgres ? 'bigint' : 'integer', (c) => c.primaryKey())
    .addColumn('message_id', 'text', (c) => c.notNull().unique().references('messages.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull())
  await (isPostgres ? table.addColumn('tokens', sql`tsvector`, (c) => c.notNull()) : table).execute()
  await db.schema
    .createTable('message_search_backfill')
    .addColumn('before_message_id', 'text', (c) => c.notNull())
    .addColumn('next_id', 'bigint', (c) => c.notNull())
    .execute()
  await (isPostgres ? createForPostgres(db) : createForSqlite(db))
  await sql`insert into message_search_backfill (before_message_id, next_id)
    select '~', ${firstMessageSearchId - 1} where exists (select 1 from messages)`.execute(db)
}

async function createForPostgres(db: Kysely<Database>) {
  // The tokens of most messages are longer than PostgreSQL keeps in the row by default; searches read many of them.
  await sql`alter table message_search set (toast_tuple_target = 8160)`.execute(db)
  await sql`create index message_search_user on message_search (user_id, id)`.execute(db)
  await sql`create index message_search_tokens on message_search using gin (tokens) with (fastupdate = off)`.execute(db)
  await sql`create function queue_message_search() returns trigger language plpgsql as $$
    begin insert into message_search_queue (message_id) values (new.id); return null; end $$`.execute(db)
  const queue = sql`for each row`
  const call = sql`execute function queue_message_search()`
  await sql`create trigger messages_search_insert after insert on messages ${queue}
    when (new.status in ('complete', 'interrupted') and new.content <> '') ${call}`.execute(db)
  await sql`create trigger messages_search_update after update of status, content on messages ${queue}
    when (new.status <> 'streaming' and (old.status <> new.status or old.content <> new.content)) ${call}`.execute(db)
}

async function createForSqlite(db: Kysely<Database>) {
  // Tokens begin with the five characters of their user. A prefix of two to five letters is looked up like a word; the
  // lists of the words that begin with a longer one are merged for each search.
  await sql`create virtual table message_search_index using fts5 (tokens, content='', contentless_delete=1, detail=none,
    tokenize='ascii', prefix='7 8 9 10')`.execute(db)
  await sql`create trigger message_search_delete after delete on message_search
    begin delete from message_search_index where rowid = old.id; end`.execute(db)
  const queue = sql`begin insert into message_search_queue (message_id) values (new.id); end`
  await sql`create trigger messages_search_insert after insert on messages
    when new.status in ('complete', 'interrupted') and new.content <> '' ${queue}`.execute(db)
  await sql`create trigger messages_search_update after update of status, content on messages
    when new.status <> 'streaming' and (old.status <> new.status or old.content <> new.content) ${queue}`.execute(db)
}
