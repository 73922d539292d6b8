import { setImmediate } from 'node:timers/promises'
import { type FilePersona, readPersonas, writePersonas } from '#engine/personas/read-personas.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { readCharacterNames } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { HeldBackError } from '#server/screening/held-back-error.ts'
import { cleanName } from '#shared/names.ts'
import { PersonaFields, type PersonaImport, personaApi, personaLimits } from '#shared/personas.ts'
import { chooseConversationPersona } from './conversation-persona.ts'
import { allCharacters, listDefaults, listPersonas } from './queries.ts'
import {
  addPersonas,
  changePersona,
  createPersona,
  removePersona,
  screenPersona,
  setDefaultPersona,
} from './save-persona.ts'
import { defaultIdIn, viewPersona, viewPersonas } from './view.ts'

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

async function exportPersonas({ db }: Context, viewer: Viewer): Promise<string> {
  const personas = await listPersonas(db, viewer.id)
  const defaultId = defaultIdIn(await listDefaults(db, viewer.id))
  return writePersonas(
    personas.map(({ id, owner_id, lorebooks, created_at, updated_at, ...fields }) => ({
      ...fields,
      isDefault: id === defaultId,
    })),
  )
}

/**
 * Adds the personas of a file. Invalid personas, and those that the safety policy does not allow, are left out and
 * named in a warning. The file's default becomes the account's if it has none. Throws `bad_request` for a file without
 * personas.
 */
async function importPersonas(context: Context, viewer: Viewer, text: string): Promise<PersonaImport> {
  const file = readPersonas(text)
  if (!file || file.length === 0) {
    throw new ApiError('bad_request', {
      message:
        'This file has no personas. Choose a file that was exported here, or a backup of personas from SillyTavern.',
    })
  }
  if (file.length > personaLimits.perAccount) throw new ApiError('persona_limit')
  const warnings: string[] = []
  const accepted: PersonaFields[] = []
  let defaultAt = -1
  for (const persona of file) {
    // A pause for other requests between two personas.
    await setImmediate()
    const { fields, problem } = await readPersona(context, viewer, persona)
    if (fields && persona.isDefault && defaultAt < 0) defaultAt = accepted.length
    if (fields) accepted.push(fields)
    if (problem) warnings.push(`${persona.name.slice(0, 50)}: ${problem}`)
  }
  const rows = await addPersonas(context, viewer, accepted)
  const defaultId = defaultIdIn(await listDefaults(context.db, viewer.id))
  const imported = rows[defaultAt]
  if (imported && defaultId === null) await setDefaultPersona(context, viewer, { personaId: imported.id })
  return { personas: rows.map(viewPersona), warnings }
}

/** The fields of a persona as they can be saved, and what of it could not be taken. */
async function readPersona(
  context: Context,
  viewer: Viewer,
  { isDefault, picture, ...texts }: FilePersona,
): Promise<{ fields?: PersonaFields; problem?: string }> {
  const own = { ...texts, name: cleanName(texts.name) }
  const parsed = PersonaFields.safeParse({ ...own, picture })
  const result = parsed.success ? parsed : PersonaFields.safeParse(own)
  if (!result.success) return { problem: result.error.issues[0]?.message ?? 'It is not valid.' }
  try {
    await screenPersona(context, viewer, result.data)
  } catch (error) {
    if (!(error instanceof HeldBackError)) throw error
    if (error.flag) await context.raisePolicyFlag(context, error.flag)
    return { problem: error.message }
  }
  return { fields: result.data, ...(parsed.success ? {} : { problem: 'Its picture was left out.' }) }
}
