import { call, hasCode } from '#client/lib/http.ts'
import { Notes } from '#shared/notes.ts'
import type { ConversationStore } from '../store/conversation-store.ts'

export const emptyNotes: Notes = { scene: '', note: '', depth: 0, role: 'system', interval: 1 }

/** The fields that the user and another tab have changed to different values. */
export function findConflicts<Field extends keyof Notes>(
  fields: readonly Field[],
  { seen, now, wanted }: Record<'seen' | 'now' | 'wanted', Notes>,
): Field[] {
  const isConflict = (field: Field) => new Set([seen[field], now[field], wanted[field]]).size === 3
  return fields.filter(isConflict)
}

/** The notes were not saved: these fields were changed elsewhere too. */
export class NotesConflictError extends Error {
  readonly fields: readonly (keyof Notes)[]

  constructor(fields: readonly (keyof Notes)[]) {
    super('The notes were changed in another tab or on another device in the meantime. Look at them, then try again.')
    this.name = 'NotesConflictError'
    this.fields = fields
  }
}

const allFields = Notes.keyof().options

/**
 * Saves changes of the notes of a conversation. Fields that are left out keep their saved values. Throws a
 * `NotesConflictError` if a changed field no longer has the value that the user has seen.
 */
export async function saveNotes(
  store: ConversationStore,
  changes: Partial<Notes>,
  seen: Notes = store.state.getState().notes ?? emptyNotes,
): Promise<void> {
  const { conversationId, notes: before } = store.state.getState()
  if (!conversationId) return
  const changed = allFields.filter((field) => field in changes)
  const conflicts = findConflicts(changed, { seen, now: before ?? emptyNotes, wanted: { ...seen, ...changes } })
  if (conflicts.length > 0) throw new NotesConflictError(conflicts)
  const params = { id: conversationId }
  const body = { ...emptyNotes, ...before, ...changes, seen: before }
  try {
    const { notes } = await call('PUT /api/conversations/:id/notes', { params, body })
    store.setSaved({ notes })
  } catch (error) {
    if (!hasCode(error, 'changed_elsewhere')) throw error
    const { notes } = await call('GET /api/conversations/:id', { params, query: { limit: 1 } })
    if (isSame(notes ?? emptyNotes, before ?? emptyNotes)) throw error
    store.setSaved({ notes })
    await saveNotes(store, changes, seen)
  }
}

const isSame = (a: Notes, b: Notes) => allFields.every((field) => a[field] === b[field])
