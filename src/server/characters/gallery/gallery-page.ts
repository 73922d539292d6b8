import type { Context, Queryable } from '#server/core/context.ts'
import type { Cursor } from '#server/http/cursor.ts'
import type { CharacterScope } from '../queries.ts'
import { type GalleryFilters, type ListedId, listGalleryIds, readSummaries } from './queries.ts'
import { hasLongRun, spreadAuthors } from './spread-authors.ts'

/** Characters among which authors are spread: more than an account has, and for a search as many as are cheap. */
const blockSize = { list: 1_500, search: 300 }

/**
 * A page of the gallery, with at most three characters of one author in a row while there are others. Where the sorted
 * list has more, the page is cut from a block: many characters from the cursor on, among which the authors are spread.
 * The cursor of the next page is then the block's first character with the position in the block.
 */
export async function readGalleryPage(
  { db, dialect }: Context,
  scope: CharacterScope,
  query: Omit<GalleryFilters, 'includesCursor'>,
) {
  const { after, limit, search } = query
  const list = (size: number, includesCursor: boolean) =>
    listGalleryIds(db, dialect, scope, { ...query, limit: size, includesCursor })
  const plain = after?.place ? null : await list(limit, false)
  if (plain && !hasLongRun(plain)) {
    return { rows: await readRows(db, plain), next: plain.length === limit ? endOf(plain) : null }
  }
  const size = search ? blockSize.search : blockSize.list
  const isLastPage = plain !== null && plain.length < limit
  const block = isLastPage ? plain : await list(size, after?.place !== undefined)
  const spread = spreadAuthors(block)
  const begin = after?.place ? indexAfter(spread, after.place) : 0
  const page = spread.slice(begin, begin + limit)
  const rest = { start: cursorAt(block[0]), count: begin + page.length, lastId: page.at(-1)?.id }
  return {
    rows: await readRows(db, page),
    next: nextPlace(rest, spread.length) ?? (block.length === size ? endOf(block) : null),
  }
}

const readRows = (db: Queryable, rows: ListedId[]) =>
  readSummaries(
    db,
    rows.map(({ id }) => id),
  )

const cursorAt = (row: ListedId | undefined): Cursor | null => (row ? { value: row.sort_value, id: row.id } : null)

const endOf = (rows: ListedId[]) => cursorAt(rows.at(-1))

/** The cursor of the page that begins within the block; null at its end. */
function nextPlace(
  { start, count, lastId }: { start: Cursor | null; count: number; lastId: string | undefined },
  length: number,
): Cursor | null {
  return start && lastId !== undefined && count < length ? { ...start, place: { count, lastId } } : null
}

/** Where the next page begins. The last character shown may have another place by now, or none. */
function indexAfter(rows: ListedId[], { count, lastId }: NonNullable<Cursor['place']>): number {
  const last = rows.findIndex(({ id }) => id === lastId)
  return last === -1 ? count : last + 1
}
