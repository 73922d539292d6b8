import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { noteApi } from '#shared/notes.ts'
import { saveNotes } from './save-notes.ts'

/** What the viewer tells the model about a conversation: the scene note and the author's note. */
export function noteRoutes(context: Context) {
  return handleRoutes(noteApi, () => ({
    'PUT /api/conversations/:id/notes': async ({ viewer, params, body }) => ({
      notes: await saveNotes(context, viewer, params.id, body),
    }),
  }))
}
