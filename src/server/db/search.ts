import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Database } from './schema.ts'

/**
 * Creates the index for substring search: trigrams in FTS5 on SQLite, pg_trgm on PostgreSQL. A word of fewer than three
 * letters has no trigram; searching for it reads every row.
 */
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

/** Normalizes text for the index and for queries: NFKC, lower case, single spaces. NUL would end an FTS5 query. */
export function normalizeSearchText(...parts: string[]): string {
  const text = parts.join(' ').replaceAll('\0', ' ')
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

/** A `like` pattern that matches text containing the word; use it with `escape '\\'`. */
export const containsPattern = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Matches rows of `characters` whose search text contains every word. */
export function matchesSearch(
  eb: ExpressionBuilder<Database, 'characters'>,
  dialect: Dialect,
  search: string,
): Expression<SqlBool> {
  const words = normalizeSearchText(search).split(' ').filter(Boolean)
  return eb.and(
    words.map((word) => {
      if (dialect === 'sqlite' && [...word].length >= 3) {
        const phrase = `"${word.replaceAll('"', '""')}"`
        return sql<SqlBool>`characters.rowid in (select rowid from character_search where character_search match ${phrase})`
      }
      return sql<SqlBool>`characters.search_text like ${containsPattern(word)} escape '\\'`
    }),
  )
}
