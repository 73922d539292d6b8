import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { firstMessageSearchId } from '../schema/search.ts'
import type { Database } from '../schema.ts'

/**
 * On PostgreSQL, tokens begin with the part of their user's messages to which their message belongs; an instance of the version
 * before cannot add to the index. On SQLite, the index costs half as much to write. It is built again in the background;
 * searches say so meanwhile.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await (dialect === 'postgres' ? addParts(db) : replaceFts(db))
  await sql`delete from message_search_backfill`.execute(db)
  await sql`insert into message_search_backfill (before_message_id, next_id)
    select '~', ${firstMessageSearchId - 1} where exists (select 1 from messages)`.execute(db)
}

async function addParts(db: Kysely<Database>): Promise<void> {
  await sql`truncate message_search`.execute(db)
  await sql`alter table message_search add column position integer not null`.execute(db)
}

/**
 * Prefixes of two and three letters are looked up like words; the words that begin with a longer one are few. Each length more
 * costs a fifth of the index. Merging eight segments at a time writes each token less often.
 */
async function replaceFts(db: Kysely<Database>): Promise<void> {
  await sql`drop trigger message_search_delete`.execute(db)
  await sql`drop table message_search_index`.execute(db)
  await sql`delete from message_search`.execute(db)
  await sql`create virtual table message_search_index using fts5 (tokens, content='', contentless_delete=1, detail=none,
    tokenize='ascii', prefix='7 8')`.execute(db)
  await sql`insert into message_search_index (message_search_index, rank) values ('automerge', 8)`.execute(db)
  await sql`create trigger message_search_delete after delete on message_search
    begin delete from message_search_index where rowid = old.id; end`.execute(db)
}
