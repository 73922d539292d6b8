import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Migration 016 replaces this index. */
export async function createCharacterSearch(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index characters_search on characters using gin (search_text gin_trgm_ops)`.execute(db)
    return
  }
  await sql`create virtual table character_search using fts5 (search_text, content='characters', content_rowid='rowid', tokenize='trigram')`.execute(
    db,
  )
  await sql`create trigger characters_search_insert after insert on characters begin
    insert into character_search (rowid, search_text) values (new.rowid, new.search_text); end`.execute(db)
  await sql`create trigger characters_search_delete after delete on characters begin
    insert into character_search (character_search, rowid, search_text) values ('delete', old.rowid, old.search_text); end`.execute(
    db,
  )
  await sql`create trigger characters_search_update after update of search_text on characters begin
    insert into character_search (character_search, rowid, search_text) values ('delete', old.rowid, old.search_text);
    insert into character_search (rowid, search_text) values (new.rowid, new.search_text); end`.execute(db)
}
