import { isDeepStrictEqual } from 'node:util'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { changedElsewhere } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { type Notes, noteApi, type SaveNotesRequest } from '#shared/notes.ts'
import { assertAllowedIn } from '../screening/screen-conversation.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { lockConversationRow, updateConversation } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'
import { parseNotes } from './notes-due.ts'

/** What the viewer tells the model about a conversation: the scene note and the author's note. */
export function noteRoutes(context: Context) {
  return handleRoutes(noteApi, () => ({
    'PUT /api/conversations/:id/notes': async ({ viewer, params, body }) => ({
      notes: await saveNotes(context, viewer, params.id, body),
    }),
  }))
}

/**
 * Saves the notes of a conversation; null if both are empty. Throws for notes that the policy does not let pass, and
 * `changed_elsewhere` where they are no longer those that the user has seen.
 */
async function saveNotes(
  context: Context,
  viewer: Viewer,
  id: string,
  { seen, ...notes }: SaveNotesRequest,
): Promise<Notes | null> {
  const conversation = await getOwnConversation(context.db, viewer, id)
  const text = [notes.scene, notes.note].filter((one) => one !== '').join('\n\n')
  if (text !== '') await assertAllowedIn(context, viewer, conversation, { kind: 'notes', text })
  const saved = text === '' ? null : notes
  await transactChange(context, viewer, conversation.id, async (trx) => {
    if (seen !== undefined) {
      await lockConversationRow(trx, conversation.id)
      const now = await getOwnConversation(trx, viewer, id)
      if (!isDeepStrictEqual(parseNotes(now.notes), seen)) throw changedElsewhere()
    }
    await updateConversation(trx, conversation.id, { notes: saved && JSON.stringify(saved) })
  })
  return saved
}
