import { type QueryClient, useQuery } from '@tanstack/react-query'
import { sendJson } from '#client/lib/http.ts'
import {
  type ConversationPersona,
  ownName,
  type Persona,
  type PersonaFields,
  type PersonaImport,
  type Personas,
} from '#shared/personas.ts'
import { conversationUrl } from '../api/prefetch.ts'
import type { ConversationStore } from '../store/conversation-store.ts'

const personasKey = ['/api/personas'] as const

export function usePersonas() {
  // Reloaded each time: they may have been changed in another tab.
  return useQuery<Personas>({ queryKey: personasKey, staleTime: 0 })
}

/** Loads the list again after a change of it. */
export const refreshPersonas = (client: QueryClient) => client.invalidateQueries({ queryKey: personasKey })

export const personaUrl = (id: string) => `/api/personas/${encodeURIComponent(id)}`
export const exportPath = '/api/personas/export'

/** Creates or updates a persona. Rejects with `changed_elsewhere` if another version is saved than `basedOn`. */
export function savePersona(fields: PersonaFields, before?: Pick<Persona, 'id' | 'updatedAt'>): Promise<Persona> {
  if (!before) return sendJson('POST', '/api/personas', fields)
  return sendJson('PUT', personaUrl(before.id), { ...fields, basedOn: before.updatedAt })
}

/** A persona as it is saved now. Throws where it was deleted. */
export async function readPersona(client: QueryClient, id: string | undefined): Promise<Persona> {
  const { personas } = await client.fetchQuery<Personas>({ queryKey: personasKey, staleTime: 0 })
  const persona = personas.find((one) => one.id === id)
  if (!persona) throw new Error('This persona was deleted.')
  return persona
}

export const deletePersona = (id: string): Promise<void> => sendJson('DELETE', personaUrl(id))

export const importPersonas = (text: string): Promise<PersonaImport> =>
  sendJson('POST', '/api/personas/import', { text })

export const setDefaultPersona = (personaId: string | null, characterId?: string): Promise<Personas> =>
  sendJson('PUT', '/api/personas/default', { personaId, characterId })

const chooseFor = (conversationId: string, personaId: string | null): Promise<ConversationPersona> =>
  sendJson('PUT', `${conversationUrl(conversationId)}/persona`, { personaId })

export const personaScopes = ['conversation', 'character', 'account'] as const
export type PersonaScope = (typeof personaScopes)[number]

/**
 * Chooses a persona (null: the account's own name) from the next message on: for this conversation, for all with its
 * character, or for all. If a more specific default would override it here, it is chosen for this conversation too.
 */
export async function switchPersona(
  store: ConversationStore,
  personaId: string | null,
  scope: PersonaScope = 'conversation',
): Promise<ConversationPersona | null> {
  const { conversationId, characterId } = store.state.getState()
  if (!conversationId) return null
  if (scope !== 'conversation') await setDefaultPersona(personaId, scope === 'character' ? characterId : undefined)
  const own = personaId ?? ownName
  let persona = await chooseFor(conversationId, scope === 'conversation' ? own : null)
  if (persona.id !== personaId) persona = await chooseFor(conversationId, own)
  store.setSaved({ persona })
  return persona
}
