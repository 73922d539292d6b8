import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { Notes } from '#shared/notes.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { updateConversation } from '../queries.ts'
import { assertAllowedIn } from '../turns/screen-conversation.ts'

/** Saves the notes of a conversation; null where both are empty. Throws for notes that the policy does not let pass. */
export async function saveNotes(context: Context, viewer: Viewer, id: string, notes: Notes): Promise<Notes | null> {
  const conversation = await getOwnConversation(context.db, viewer, id)
  const text = [notes.scene, notes.note].filter((one) => one !== '').join('\n\n')
  if (text !== '') await assertAllowedIn(context, viewer, conversation, { kind: 'notes', text })
  const saved = text === '' ? null : notes
  await updateConversation(context.db, conversation.id, { notes: saved && JSON.stringify(saved) })
  return saved
}
