import { ApiError } from './api-error.ts'

/** Where a page ended: the value it is sorted by, and the id that breaks ties. Opaque to clients. */
export interface Cursor {
  value: number
  id: string
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url')
}

/** Lists run along times, which are whole numbers and compared as such, or along scores, which need not be. */
export function readCursor(text: string | undefined, along: 'time' | 'score' = 'time'): Cursor | null {
  if (text === undefined || text === '') return null
  const isPlace = along === 'time' ? Number.isSafeInteger : Number.isFinite
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(parsed) && isPlace(parsed[0]) && typeof parsed[1] === 'string') {
      return { value: parsed[0], id: parsed[1] }
    }
  } catch {
    // Falls through to the refusal: a cursor is ours or it is nothing.
  }
  throw new ApiError('bad_request', {
    message: 'That page marker is not one of ours. Start again from the first page.',
  })
}
