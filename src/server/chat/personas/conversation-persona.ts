import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { type ConversationPersona, ownName } from '#shared/personas.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { type ConversationRow, updateConversation } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'
import { accountName } from './player.ts'
import { findPersona, findPersonaInPlace } from './queries.ts'

const places = ['conversation', 'character', 'account'] as const

/** The viewer's persona in a conversation. Runs no statement for an account without personas. */
export async function readConversationPersona(
  db: Queryable,
  viewer: Viewer,
  { persona_id: chosenId, character_id }: Pick<ConversationRow, 'persona_id' | 'character_id'>,
): Promise<ConversationPersona> {
  const isOwnName = chosenId === ownName
  const own = { id: null, name: accountName(viewer), picture: '' } as const
  if (isOwnName) return { ...own, from: 'conversation' }
  if (chosenId === null && viewer.has_persona_defaults === 0) return { ...own, from: 'account' }
  const persona = await findPersonaInPlace(db, { userId: viewer.id, characterId: character_id, chosenId })
  if (!persona) return { ...own, from: 'account' }
  const { id, name, picture, rank } = persona
  return { id, name, picture, from: places[rank] ?? 'account' }
}

/** Chooses the persona from the next message on; null goes back to the default one. */
export async function chooseConversationPersona(
  context: Context,
  viewer: Viewer,
  { conversationId, personaId }: { conversationId: string; personaId: string | null },
): Promise<ConversationPersona> {
  const { db } = context
  const { id, character_id } = await getOwnConversation(db, viewer, conversationId)
  const isPersona = personaId !== null && personaId !== ownName
  if (isPersona && !(await findPersona(db, viewer.id, personaId))) throw notFound()
  await transactChange(context, viewer, id, (trx) => updateConversation(trx, id, { persona_id: personaId }))
  return readConversationPersona(db, viewer, { persona_id: personaId, character_id })
}
