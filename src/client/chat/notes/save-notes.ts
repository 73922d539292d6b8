import { sendJson } from '#client/lib/http.ts'
import type { Notes } from '#shared/notes.ts'
import { conversationUrl } from '../prefetch.ts'
import type { ConversationStore } from '../store/conversation-store.ts'

export const emptyNotes: Notes = { scene: '', note: '', depth: 0, role: 'system', interval: 1 }

/** The fields that both the user and another tab have changed since the user saw them, not to the same. */
export function findClashes<Field extends keyof Notes>(
  fields: readonly Field[],
  { seen, now, wanted }: Record<'seen' | 'now' | 'wanted', Notes>,
): Field[] {
  const isClash = (field: Field) => new Set([seen[field], now[field], wanted[field]]).size === 3
  return fields.filter(isClash)
}

/** Saves changes of the notes of a conversation; what is left out stays as it is. */
export async function saveNotes(store: ConversationStore, changes: Partial<Notes>): Promise<void> {
  const { conversationId, notes: before } = store.state.getState()
  if (!conversationId) return
  const body = { ...emptyNotes, ...before, ...changes }
  const { notes } = await sendJson<{ notes: Notes | null }>('PUT', `${conversationUrl(conversationId)}/notes`, body)
  store.setSaved({ notes })
}
