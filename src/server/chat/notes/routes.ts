import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { NotesResponse, SaveNotesRequest } from '#shared/notes.ts'
import { ById } from '#shared/routes.ts'
import { saveNotes } from './save-notes.ts'

/** What the viewer tells the model about a conversation: the scene note and the author's note. */
export function noteRoutes(context: Context) {
  return createRoutes((app) => {
    app.put(
      '/api/conversations/:id/notes',
      {
        config: { access: 'signed-in', changes: 'conversation', limit: 'saveChatSettings' },
        schema: { params: ById, body: SaveNotesRequest, response: { 200: NotesResponse } },
      },
      async ({ viewer, params: { id }, body }) => ({ notes: await saveNotes(context, viewer, id, body) }),
    )
  })
}
