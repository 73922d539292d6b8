import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryClient, queryOf } from '#client/lib/query-client.ts'
import { type ConversationPersona, ownName, type Persona, type PersonaFields } from '#shared/personas.ts'
import type { ConversationStore } from '../store/conversation-store.ts'

export function usePersonas() {
  // Reloaded each time: they may have been changed in another tab.
  return useQuery({ ...queryOf('GET /api/personas'), staleTime: 0 })
}

export const refreshPersonas = () => invalidate('GET /api/personas')

/** Creates or updates a persona. Rejects with `changed_elsewhere` if another version is saved than `basedOn`. */
export function savePersona(fields: PersonaFields, before?: Pick<Persona, 'id' | 'updatedAt'>): Promise<Persona> {
  if (!before) return call('POST /api/personas', { body: fields })
  const body = { ...fields, basedOn: before.updatedAt }
  return call('PUT /api/personas/:id', { params: { id: before.id }, body })
}

/** A persona as it is saved now. Throws where it was deleted. */
export async function readPersona(id: string | undefined): Promise<Persona> {
  const { personas } = await queryClient.fetchQuery({ ...queryOf('GET /api/personas'), staleTime: 0 })
  const persona = personas.find((one) => one.id === id)
  if (!persona) throw new Error('This persona was deleted.')
  return persona
}

const chooseFor = (id: string, personaId: string | null) =>
  call('PUT /api/conversations/:id/persona', { params: { id }, body: { personaId } })

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
  if (scope !== 'conversation') {
    const body = { personaId, characterId: scope === 'character' ? characterId : undefined }
    await call('PUT /api/personas/default', { body })
  }
  const own = personaId ?? ownName
  let persona = await chooseFor(conversationId, scope === 'conversation' ? own : null)
  if (persona.id !== personaId) persona = await chooseFor(conversationId, own)
  store.setSaved({ persona })
  return persona
}
