import type { Persona, Personas } from '#shared/personas.ts'
import { parseIds } from '../lorebooks/attach-lorebooks.ts'
import type { listDefaults, PersonaRow } from './queries.ts'

export function viewPersona({ owner_id, lorebooks, created_at, updated_at, ...fields }: PersonaRow): Persona {
  return { ...fields, lorebookIds: parseIds(lorebooks), createdAt: created_at, updatedAt: updated_at }
}

type Defaults = Awaited<ReturnType<typeof listDefaults>>

/** A default without a character is that of all conversations. */
export const defaultIdIn = (defaults: Defaults): string | null =>
  defaults.find(({ character_id }) => character_id === '')?.persona_id ?? null

/** @param names of the characters that the viewer may see, by their ids */
export function viewPersonas(rows: PersonaRow[], defaults: Defaults, names: ReadonlyMap<string, string>): Personas {
  return {
    personas: rows.map(viewPersona),
    defaultId: defaultIdIn(defaults),
    characters: defaults
      .filter(({ character_id }) => character_id !== '')
      .map(({ character_id: characterId, persona_id: personaId }) => ({
        characterId,
        characterName: names.get(characterId) ?? '',
        personaId,
      }))
      .sort((a, b) => a.characterName.localeCompare(b.characterName)),
  }
}
