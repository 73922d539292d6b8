import { characterScope } from '#server/characters/character-scope.ts'
import { readCharacterNames } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { personaApi } from '#shared/personas.ts'
import { chooseConversationPersona } from './conversation-persona.ts'
import { exportPersonas, importPersonas } from './import-personas.ts'
import { allCharacters, listDefaults, listPersonas } from './queries.ts'
import { changePersona, createPersona, removePersona, setDefaultPersona } from './save-persona.ts'
import { viewPersona, viewPersonas } from './view.ts'

/** The viewer's personas, and where each is used. */
export function personaRoutes(context: Context) {
  const readAll = async (viewer: Viewer) => {
    const defaults = await listDefaults(context.db, viewer.id)
    const ids = defaults.map(({ character_id }) => character_id).filter((id) => id !== allCharacters)
    const names = await readCharacterNames(context.db, characterScope(context, viewer), ids)
    return viewPersonas(await listPersonas(context.db, viewer.id), defaults, names)
  }
  return handleRoutes(personaApi, () => ({
    'GET /api/personas': ({ viewer }) => readAll(viewer),
    'POST /api/personas': async ({ viewer, body }) => viewPersona(await createPersona(context, viewer, body)),
    'PUT /api/personas/:id': async ({ viewer, params, body }) =>
      viewPersona(await changePersona(context, viewer, params.id, body)),
    'DELETE /api/personas/:id': ({ viewer, params }) => removePersona(context, viewer, params.id),
    'PUT /api/personas/default': async ({ viewer, body }) => {
      await setDefaultPersona(context, viewer, body)
      return readAll(viewer)
    },
    'PUT /api/conversations/:id/persona': ({ viewer, params, body }) =>
      chooseConversationPersona(context, viewer, { conversationId: params.id, ...body }),
    'GET /api/personas/export': async ({ viewer }, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="personas.json"')
        .type('application/json; charset=utf-8')
        .send(await exportPersonas(context, viewer)),
    'POST /api/personas/import': ({ viewer, body }) => importPersonas(context, viewer, body.text),
  }))
}
