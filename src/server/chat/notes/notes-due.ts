import type { Notes } from '#shared/notes.ts'
import type { HistoryRow } from '../tree/queries.ts'

/** The notes of a conversation as stored; null without. */
export const parseNotes = (notes: string | null): Notes | null => (notes === null ? null : (JSON.parse(notes) as Notes))

/**
 * The notes for a turn: the author's note only with every `interval`th message of the player. Messages of the player and
 * the character alternate, so the depth of the player's newest one tells its number; every version of a reply has the same.
 */
export function readNotesDue(stored: string, history: readonly Pick<HistoryRow, 'role' | 'depth'>[]): Notes {
  const notes = JSON.parse(stored) as Notes
  if (notes.interval === 1) return notes
  const newest = history.findLast(({ role }) => role === 'user')
  const number = Math.floor(((newest?.depth ?? 0) + 1) / 2)
  return number % notes.interval === 0 ? notes : { ...notes, note: '' }
}
