import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { normalizeSearchText } from '../search-tokens.ts'
import { inBatches, type Step } from './step.ts'

export type IndexedTable = 'character_search' | 'conversation_search' | 'user_search'

/** Characters are found as `020-search-authors` has them found: it would have to write all of them again. */
export const characterTexts = `select characters.id, '' as scope, name, description, category,
    coalesce(display_name, username) as author
  from characters join users on users.id = owner_id`
/** Conversations are found by their title and by the character's name. */
export const conversationTexts = `select id, user_id as scope, title, character_name from conversations
  where started_at is not null`

/**
 * The search of characters and conversations with an index (db/search.ts). The index is built after its table is filled:
 * on PostgreSQL, adding 100,000 rows one by one takes four times as long.
 */
export const searchIndex: readonly Step[] = [
  {
    // The scope, and the sequences of one to three letters of each word. The cost makes the planner use the index instead
    // of calling it for each row; starting parallel workers would take longer than a search.
    postgres: [
      `create function search_grams(scope text, text text) returns text[]
        language sql immutable strict parallel unsafe cost 1000 as $$
          select array_append(coalesce(array_agg(distinct substr(word, start, length)), '{}'), scope)
          from unnest(string_to_array(text, ' ')) as word, generate_series(1, 3) as length,
            generate_series(1, length(word) - length + 1) as start
        $$`,
      'drop index if exists characters_search',
    ],
    sqlite: [
      ...['insert', 'update', 'delete'].map((event) => `drop trigger if exists characters_search_${event}`),
      'drop table if exists character_search',
    ],
  },
  createTable('character_search', 'characters'),
  createTable('conversation_search', 'conversations'),
  (db) => fillTable(db, 'character_search', characterTexts),
  'alter table characters drop column search_text',
  (db) => fillTable(db, 'conversation_search', conversationTexts),
  (db, dialect) => createIndex(db, dialect, 'character_search'),
  (db, dialect) => createIndex(db, dialect, 'conversation_search'),
]

/** Also for the tables of later migrations. FTS5 refers to the row by its integer key, which VACUUM does not change. */
export function createTable(table: IndexedTable, target: string): Step {
  const columns = `target_id text not null unique references ${target} (id) on delete cascade,
    scope text not null, text text not null`
  return {
    postgres: [`create table ${table} (id bigserial primary key, ${columns})`],
    sqlite: [`create table ${table} (id integer primary key, ${columns})`],
  }
}

export interface SearchedRow {
  id: string
  scope: string
  [text: string]: string
}

export const fillTable = (db: Kysely<Database>, table: IndexedTable, select: string) =>
  inBatches<SearchedRow>(db, { select, size: 2_000 }, (rows) => {
    const values = rows.map(({ id, scope, ...texts }) => {
      return { target_id: id, scope, text: normalizeSearchText(...Object.values(texts)) }
    })
    return db.insertInto(table).values(values).execute()
  })

export async function createIndex(db: Kysely<Database>, dialect: Dialect, table: IndexedTable) {
  const index = sql.id(`${table}_index`)
  if (dialect === 'postgres') {
    // Without `fastupdate = off`, searches also read a list of the entries that are not yet sorted in.
    await sql`create index ${index} on ${sql.table(table)} using gin (search_grams(scope, text)) with (fastupdate = off)`.execute(
      db,
    )
    return
  }
  await sql`create virtual table ${index} using fts5 (tokens, content='', contentless_delete=1, detail=none, tokenize='ascii')`.execute(
    db,
  )
  await sql`insert into ${index} (rowid, tokens) select id, search_tokens(scope, text) from ${sql.table(table)}`.execute(
    db,
  )
  const add = sql`insert into ${index} (rowid, tokens) values (new.id, search_tokens(new.scope, new.text))`
  const remove = sql`delete from ${index} where rowid = old.id`
  const triggers = { insert: sql`${add};`, update: sql`${remove}; ${add};`, delete: sql`${remove};` }
  for (const [event, statements] of Object.entries(triggers)) {
    const name = sql.id(`${table}_${event}`)
    await sql`create trigger ${name} after ${sql.raw(event)} on ${sql.table(table)} begin ${statements} end`.execute(db)
  }
}

/** Without the index, if there is one, so that many rows can be written at once; `createIndex` builds it again. */
export async function dropIndex(db: Kysely<Database>, dialect: Dialect, table: IndexedTable) {
  if (dialect === 'postgres') return db.schema.dropIndex(`${table}_index`).ifExists().execute()
  for (const event of ['insert', 'update', 'delete']) {
    await sql`drop trigger if exists ${sql.id(`${table}_${event}`)}`.execute(db)
  }
  await db.schema.dropTable(`${table}_index`).ifExists().execute()
}
