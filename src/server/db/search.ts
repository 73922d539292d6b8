import { type Expression, type SqlBool, sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Dialect } from './dialect.ts'
import { longestGrams, normalizeSearchText, toToken } from './search-tokens.ts'

/**
 * Substring search. `character_search`, `conversation_search` and `user_search` have a row of normalized text for each row
 * that can be found. They are separate tables, so that a write that does not change the text (a send, a chat count) does not
 * touch the index.
 */
export type SearchTable = IndexedTable | 'conversation_search'

/**
 * The index holds every sequence of one to three letters ("gram") of each word: `<table>_index` in FTS5 on SQLite, maintained by
 * triggers, and a GIN index on PostgreSQL. The conversations of a user are few enough to be read.
 */
type IndexedTable = 'character_search' | 'user_search'

const maxWords = 10
/** Grams of a query. More would not narrow it down: each match is compared with the words afterwards. */
const maxGrams = 64

/** The different words of a query, at most ten; further ones are ignored. A part of another word adds nothing. */
export function searchWords(search: string): string[] {
  const words = [...new Set(normalizeSearchText(search).split(' '))].filter(Boolean)
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).slice(0, maxWords)
}

/** Saves the text a row is found by. Without a change, nothing is written. */
export async function saveSearchText(
  db: Queryable,
  table: SearchTable,
  target_id: string,
  text: string,
): Promise<void> {
  await db
    .insertInto(table)
    .values({ target_id, scope: '', text })
    .onConflict((oc) =>
      oc
        .column('target_id')
        .doUpdateSet({ text })
        .where(sql.ref(`${table}.text`), '<>', text),
    )
    .execute()
}

/** Matches rows whose text, in the search table, contains every word. A subquery, so that it is evaluated row by row. */
export function textContains(
  { dialect, table, words }: { dialect: Dialect; table: SearchTable; words: string[] },
  id: string,
): Expression<SqlBool> {
  return sql<SqlBool>`(select ${containsWords(dialect, words)} from ${sql.table(table)} where target_id = ${sql.ref(id)})`
}

function containsWords(dialect: Dialect, words: string[]) {
  const find = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos')
  return sql.join(
    words.map((word) => sql`${find}(text, ${word}) > 0`),
    sql` and `,
  )
}

/** Where a page of a search is read from: the first rows of the list, or the rows that the index found. */
export type SearchSource = { first: number } | { found: string[] }

export interface SearchQuery {
  db: Queryable
  dialect: Dialect
  table: IndexedTable
  words: string[]
  limit: number
}

/** Rows of the list that are read before the index is asked: among them are enough matches of most common words. */
const firstRows = 500
/** Matches of the index that are sorted. More of them are so frequent that reading the list is quicker. */
const maxFound = 1_500
const moreRows = [2_000, 6_000, 64_000, 2 ** 31 - 1]

/**
 * Reads a page of a sorted list with the rows that contain every word. Common words are found at the beginning of the
 * list, rare ones by the index; each is cheap where the other is expensive.
 */
export async function searchList<Row>(query: SearchQuery, read: (from: SearchSource) => Promise<Row[]>) {
  let page = await read({ first: firstRows })
  if (page.length === query.limit) return page
  const found = await findIndexed(query)
  if (found.length === 0) return []
  if (found.length <= maxFound) return read({ found })
  for (const first of moreRows) {
    page = await read({ first })
    if (page.length === query.limit) break
  }
  return page
}

/** The target ids of the rows that contain the words, up to one more than is worth sorting. */
async function findIndexed({ db, dialect, table, words }: SearchQuery): Promise<string[]> {
  const { rows } = await sql<{ target_id: string }>`
    select target_id from ${sql.table(table)}
    where ${hasGrams(dialect, table, words)} and ${containsWords(dialect, words)}
    limit ${maxFound + 1}`.execute(db)
  return rows.map((row) => row.target_id)
}

/** Matches the rows that have every gram of the words: a few more than contain the words. */
function hasGrams(dialect: Dialect, table: IndexedTable, words: string[]) {
  const grams = [...new Set(words.flatMap(longestGrams))].slice(0, maxGrams)
  if (dialect === 'postgres') return sql`search_grams(scope, text) @> ${grams}::text[]`
  const tokens = grams.map(toToken).join(' AND ')
  const index = sql.table(`${table}_index`)
  return sql`id in (select rowid from ${index} where ${index} match ${tokens})`
}

/** Matches rows whose id is in a list of any length. */
export function isOneOf(dialect: Dialect, ids: string[], column = 'id'): Expression<SqlBool> {
  const id = sql.ref(column)
  return dialect === 'postgres'
    ? sql<SqlBool>`${id} = any(${ids})`
    : sql<SqlBool>`${id} in (select value from json_each(${JSON.stringify(ids)}))`
}
