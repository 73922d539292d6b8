import type { FastifyReply } from 'fastify'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { ApiError } from './api-error.ts'

/** The end of a page: the sort value of its last row, and the id that breaks ties. Opaque to clients. */
export interface Cursor {
  value: number
  id: string
  /** A part of a gallery block (characters/gallery): how many came before, and the last of them. */
  place?: { count: number; lastId: string }
}

/** Sends where the next page begins, after a page that is full. */
export function setNextCursor<Row>(
  reply: FastifyReply,
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): void {
  const last = rows.at(-1)
  if (last && rows.length === limit) reply.header(nextCursorHeader, writeCursor(cursorOf(last)))
}

export function writeCursor(cursor: Cursor): string {
  const { value, id, place } = cursor
  return Buffer.from(JSON.stringify(place ? [value, id, place.count, place.lastId] : [value, id])).toString('base64url')
}

/** What a column can be compared with: PostgreSQL refuses a fraction for a time, and a large number for a small column. */
const isSortValue = {
  time: Number.isSafeInteger,
  score: Number.isFinite,
  severity: (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 100,
} as const

export function readCursor(text: string | undefined, sortedBy: keyof typeof isSortValue = 'time'): Cursor | null {
  if (text === undefined || text === '') return null
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(parsed) && isSortValue[sortedBy](parsed[0]) && typeof parsed[1] === 'string') {
      const [value, id, count, lastId] = parsed
      const hasPlace = Number.isSafeInteger(count) && count >= 0 && typeof lastId === 'string'
      return hasPlace ? { value, id, place: { count, lastId } } : { value, id }
    }
  } catch {
    // Not JSON: the error below.
  }
  throw new ApiError('bad_request', {
    message: 'The page marker is not valid. Start again from the first page.',
  })
}
