import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { genericGreeting } from '#engine/prompt/opening.ts'
import type { RevisionsRequest } from '#shared/character-revisions.ts'
import type { ConversationPage, ModelInfo } from '#shared/chat.ts'
import type { TurnOrder } from '#shared/scenes.ts'

/** The newest page is small so that it opens fast; older pages are larger. */
const olderPageSize = 120

/** How long New Chat waits for the model's greeting before it takes the original one, in milliseconds. */
const greetingTimeout = 12_000

export interface NewConversation {
  characterId: string
  /** Asks the model for a greeting; this one is used when none comes. */
  originalGreeting?: string
}

export async function createConversation(
  { characterId, originalGreeting }: NewConversation,
  signal: AbortSignal,
): Promise<ConversationPage> {
  const fresh =
    originalGreeting === undefined ? undefined : await requestGreeting(characterId, originalGreeting, signal)
  return call('POST /api/conversations', { body: { characterId, greeting: fresh || undefined }, signal })
}

/** A greeting that the model writes. When none comes: undefined for the character's own, or a generic one if it has none. */
async function requestGreeting(characterId: string, originalGreeting: string, abort: AbortSignal) {
  const signal = AbortSignal.any([abort, AbortSignal.timeout(greetingTimeout)])
  return call('POST /api/new-chat-greeting', { body: { characterId, originalGreeting }, signal }).then(
    ({ greeting }) => greeting,
    () => (originalGreeting === '' ? genericGreeting('{{char}}') : undefined),
  )
}

/** See `ConversationDeps`. */
export function fetchPage(id: string, before?: string, through?: string): Promise<ConversationPage> {
  if (!before) return call('GET /api/conversations/:id', { params: { id } })
  return call('GET /api/conversations/:id', { params: { id }, query: { before, limit: olderPageSize, through } })
}

export function stopReply(id: string, messageId: string): Promise<void> {
  return call('POST /api/conversations/:id/replies/:messageId/stop', { params: { id, messageId } })
}

/** Changes of the conversation's tree, on the basis of its newest message. Each resolves with the newest messages. */
export const versionRequests = {
  choose: (id: string, body: { messageId: string; leafId: string; endHere: boolean }) =>
    call('PUT /api/conversations/:id/leaf', { params: { id }, body }),
  editReply: (id: string, messageId: string, body: { content: string; leafId: string }) =>
    call('POST /api/conversations/:id/replies/:messageId/edit', { params: { id, messageId }, body }),
  /** Saves a text of the user's own message without sending it again. */
  editText: (id: string, messageId: string, body: { content: string; leafId: string }) =>
    call('PUT /api/conversations/:id/messages/:messageId/text', { params: { id, messageId }, body }),
  exclude: (id: string, messageId: string, body: { excluded: boolean; leafId: string }) =>
    call('PUT /api/conversations/:id/messages/:messageId/excluded', { params: { id, messageId }, body }),
  delete: (id: string, messageId: string, leafId: string) =>
    call('DELETE /api/conversations/:id/messages/:messageId', { params: { id, messageId }, query: { leafId } }),
  restore: (id: string, messageId: string, leafId: string) =>
    call('POST /api/conversations/:id/messages/:messageId/restore', { params: { id, messageId }, body: { leafId } }),
}

/** Names the branch that begins at a message; an empty name removes it. */
export function nameBranch(id: string, messageId: string, name: string): Promise<void> {
  return call('PUT /api/conversations/:id/messages/:messageId/name', { params: { id, messageId }, body: { name } })
}

interface Move {
  characterId: string
  leafId: string | null
}

/** Changes of who takes part in a conversation, and in which version. Each resolves with the newest messages. */
export const sceneRequests = {
  join: (id: string, body: Move) => call('POST /api/conversations/:id/participants', { params: { id }, body }),
  leave: (id: string, { characterId, leafId }: Move) => {
    const request = { params: { id, characterId }, query: { leafId: leafId ?? undefined } }
    return call('DELETE /api/conversations/:id/participants/:characterId', request)
  },
  setTurnOrder: (id: string, turnOrder: TurnOrder) =>
    call('PUT /api/conversations/:id/turn-order', { params: { id }, body: { turnOrder } }),
  chooseRevisions: (id: string, body: RevisionsRequest) =>
    call('PUT /api/conversations/:id/revisions', { params: { id }, body }),
}

export function useMessage(id: string, messageId: string) {
  return useQuery(queryOf('GET /api/conversations/:id/messages/:messageId', { params: { id, messageId } }))
}

export function useModel() {
  return useQuery(queryOf('GET /api/model'))
}

export const noModel = ': no AI model connected'
/** Empty until a server has said which model it runs. */
export const modelNameOf = ({ builtIn, model }: ModelInfo) =>
  builtIn ? `Demo mode${noModel}` : model === 'unknown' ? '' : model
