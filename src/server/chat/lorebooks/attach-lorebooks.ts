import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { updateConversation } from '../tree/queries.ts'
import { attachToPersona, listLorebooks } from './queries.ts'

/** The ids of attached lorebooks, as they are stored; null for none. */
export const parseIds = (lorebooks: string | null): string[] => (lorebooks ? (JSON.parse(lorebooks) as string[]) : [])

export async function readAttached(db: Queryable, viewer: Viewer, conversationId: string): Promise<{ ids: string[] }> {
  const { lorebooks } = await getOwnConversation(db, viewer, conversationId)
  return { ids: await keepOwn(db, viewer, parseIds(lorebooks)) }
}

/** Replaces the lorebooks of a conversation, from its next reply on. */
export async function attachLorebooks({ db }: Context, viewer: Viewer, conversationId: string, ids: string[]) {
  const { id } = await getOwnConversation(db, viewer, conversationId)
  if ((await keepOwn(db, viewer, ids)).length < ids.length) throw notFound()
  await updateConversation(db, id, { lorebooks: JSON.stringify(ids) })
  return { ids }
}

/** Replaces the lorebooks of a persona: they are used in each conversation with it. */
export async function attachPersonaLorebooks({ db }: Context, viewer: Viewer, personaId: string, ids: string[]) {
  const isOwn = (await keepOwn(db, viewer, ids)).length === ids.length
  const persona = { ownerId: viewer.id, personaId, lorebooks: JSON.stringify(ids) }
  if (!isOwn || !(await attachToPersona(db, persona))) throw notFound()
  return { ids }
}

async function keepOwn(db: Queryable, viewer: Viewer, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const own = new Set((await listLorebooks(db, viewer.id)).map(({ id }) => id))
  return ids.filter((id) => own.has(id))
}
