import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { normalizeSearchText } from '../search-tokens.ts'

export type IndexedTable = 'character_search' | 'conversation_search' | 'user_search'

/**
 * The search of characters and conversations with an index (db/search.ts). The index is built after its table is filled:
 * on PostgreSQL, adding 100,000 rows one by one takes four times as long.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await createGramsFunction(db)
  await dropCharacterSearch(db, dialect)
  await createTable(db, dialect, 'character_search', 'characters')
  await createTable(db, dialect, 'conversation_search', 'conversations')
  await addCharacters(db)
  await db.schema.alterTable('characters').dropColumn('search_text').execute()
  await addConversations(db)
  await createIndex(db, dialect, 'character_search')
  await createIndex(db, dialect, 'conversation_search')
}

/**
 * The scope, and the sequences of one to three letters of each word. The cost makes the planner use the index instead of
 * calling it for each row; starting parallel workers would take longer than a search.
 */
async function createGramsFunction(db: Kysely<Database>) {
  await sql`create function search_grams(scope text, text text) returns text[]
    language sql immutable strict parallel unsafe cost 1000 as $$
      select array_append(coalesce(array_agg(distinct substr(word, start, length)), '{}'), scope)
      from unnest(string_to_array(text, ' ')) as word, generate_series(1, 3) as length,
        generate_series(1, length(word) - length + 1) as start
    $$`.execute(db)
}

async function dropCharacterSearch(db: Kysely<Database>, dialect: Dialect) {
  if (dialect === 'postgres') return db.schema.dropIndex('characters_search').execute()
  for (const event of ['insert', 'update', 'delete']) {
    await sql`drop trigger ${sql.id(`characters_search_${event}`)}`.execute(db)
  }
  await sql`drop table character_search`.execute(db)
}

/** Also for the tables of later migrations. */
export async function createTable(db: Kysely<Database>, dialect: Dialect, table: IndexedTable, target: string) {
  await db.schema
    .createTable(table)
    // FTS5 refers to the row by its integer key, which VACUUM does not change.
    .addColumn('id', dialect === 'postgres' ? 'bigserial' : 'integer', (c) => c.primaryKey())
    .addColumn('target_id', 'text', (c) => c.notNull().unique().references(`${target}.id`).onDelete('cascade'))
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute()
}

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

/** Without the index, so that many rows can be written at once; `createIndex` builds it again. */
export async function dropIndex(db: Kysely<Database>, dialect: Dialect, table: IndexedTable) {
  if (dialect === 'postgres') return db.schema.dropIndex(`${table}_index`).execute()
  for (const event of ['insert', 'update', 'delete']) {
    await sql`drop trigger ${sql.id(`${table}_${event}`)}`.execute(db)
  }
  await db.schema.dropTable(`${table}_index`).execute()
}

const batchSize = 2_000

/** Characters are found as `020-search-authors` has them found: it would have to write all of them again. */
async function addCharacters(db: Kysely<Database>) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('characters')
      .innerJoin('users', 'users.id', 'characters.owner_id')
      .select(['characters.id', 'characters.name', 'characters.description', 'characters.category'])
      .select((eb) => eb.fn.coalesce('users.display_name', 'users.username').as('author'))
      .where('characters.id', '>', after)
      .orderBy('characters.id')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const values = rows.map(({ id, name, description, category, author }) => ({
      target_id: id,
      scope: '',
      text: normalizeSearchText(name, description, category, author),
    }))
    await db.insertInto('character_search').values(values).execute()
  }
}

/** Conversations are found by their title and by the character's name. */
async function addConversations(db: Kysely<Database>) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('conversations')
      .select(['id', 'user_id', 'title', 'character_name'])
      .where('started_at', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const values = rows.map((row) => ({
      target_id: row.id,
      scope: row.user_id,
      text: normalizeSearchText(row.title, row.character_name),
    }))
    await db.insertInto('conversation_search').values(values).execute()
  }
}
