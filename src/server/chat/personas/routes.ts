import { characterScope } from '#server/characters/character-scope.ts'
import { readCharacterNames } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import {
  ConversationPersona,
  ConversationPersonaRequest,
  DefaultPersonaRequest,
  Persona,
  PersonaChange,
  PersonaFields,
  PersonaImport,
  PersonaImportRequest,
  Personas,
} from '#shared/personas.ts'
import { ById } from '#shared/routes.ts'
import { chooseConversationPersona } from './conversation-persona.ts'
import { exportPersonas, importPersonas } from './import-personas.ts'
import { allCharacters, listDefaults, listPersonas } from './queries.ts'
import { changePersona, createPersona, removePersona, setDefaultPersona } from './save-persona.ts'
import { viewPersona, viewPersonas } from './view.ts'

const access = 'signed-in' as const

const limited = { access, limit: 'saveChatSettings' } as const

/** The viewer's personas, and where each is used. */
export function personaRoutes(context: Context) {
  const readAll = async (viewer: Viewer) => {
    const defaults = await listDefaults(context.db, viewer.id)
    const ids = defaults.map(({ character_id }) => character_id).filter((id) => id !== allCharacters)
    const names = await readCharacterNames(context.db, characterScope(context, viewer), ids)
    return viewPersonas(await listPersonas(context.db, viewer.id), defaults, names)
  }
  return createRoutes((app) => {
    app.get('/api/personas', { config: { access }, schema: { response: { 200: Personas } } }, ({ viewer }) =>
      readAll(viewer),
    )

    app.post(
      '/api/personas',
      { config: limited, schema: { body: PersonaFields, response: { 201: Persona } } },
      async ({ viewer, body }, reply) => {
        return reply.status(201).send(viewPersona(await createPersona(context, viewer, body)))
      },
    )

    app.put(
      '/api/personas/:id',
      { config: limited, schema: { params: ById, body: PersonaChange, response: { 200: Persona } } },
      async ({ viewer, params: { id }, body }) => viewPersona(await changePersona(context, viewer, id, body)),
    )

    app.delete(
      '/api/personas/:id',
      { config: { access }, schema: { params: ById } },
      async ({ viewer, params: { id } }, reply) => {
        await removePersona(context, viewer, id)
        return reply.status(204).send()
      },
    )

    app.put(
      '/api/personas/default',
      { config: limited, schema: { body: DefaultPersonaRequest, response: { 200: Personas } } },
      async ({ viewer, body }) => {
        await setDefaultPersona(context, viewer, body)
        return readAll(viewer)
      },
    )

    app.put(
      '/api/conversations/:id/persona',
      {
        config: limited,
        schema: { params: ById, body: ConversationPersonaRequest, response: { 200: ConversationPersona } },
      },
      async ({ viewer, params: { id }, body }) =>
        chooseConversationPersona(context, viewer, { conversationId: id, ...body }),
    )

    app.get('/api/personas/export', { config: { access } }, async ({ viewer }, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="personas.json"')
        .type('application/json; charset=utf-8')
        .send(await exportPersonas(context, viewer)),
    )

    app.post(
      '/api/personas/import',
      { config: limited, schema: { body: PersonaImportRequest, response: { 201: PersonaImport } } },
      async ({ viewer, body }, reply) => {
        return reply.status(201).send(await importPersonas(context, viewer, body.text))
      },
    )
  })
}
