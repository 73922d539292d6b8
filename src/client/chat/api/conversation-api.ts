import { useQuery } from '@tanstack/react-query'
import { getJson, sendJson } from '#client/lib/http.ts'
import { genericGreeting } from '#engine/prompt/opening.ts'
import type { Conversation, ConversationPage, Message, ModelInfo } from '#shared/chat.ts'
import type { TurnOrder } from '#shared/scenes.ts'
import { conversationUrl, takePrefetched } from './prefetch.ts'

/** The newest page is small so that it opens fast; older pages are larger. */
const olderPageSize = 120

/** How long New Chat waits for the model's greeting before it takes the original one, in milliseconds. */
const greetingTimeout = 12_000

export interface NewConversation {
  characterId: string
  /** Asks the model for a greeting; this one is used when none comes. */
  originalGreeting?: string
  /** Begins with exactly this greeting. */
  greeting?: string
}

export async function createConversation(
  { characterId, originalGreeting, greeting }: NewConversation,
  signal: AbortSignal = new AbortController().signal,
): Promise<ConversationPage> {
  const fresh = originalGreeting === undefined ? greeting : await requestGreeting(characterId, originalGreeting, signal)
  return sendJson('POST', '/api/conversations', { characterId, greeting: fresh || undefined }, signal)
}

/** A greeting that the model writes. When none comes: undefined for the character's own, or a generic one if it has none. */
async function requestGreeting(characterId: string, originalGreeting: string, abort: AbortSignal) {
  const signal = AbortSignal.any([abort, AbortSignal.timeout(greetingTimeout)])
  const request = sendJson<{ greeting: string }>(
    'POST',
    '/api/new-chat-greeting',
    { characterId, originalGreeting },
    signal,
  )
  return request.then(
    ({ greeting }) => greeting,
    () => (originalGreeting === '' ? genericGreeting('{{char}}') : undefined),
  )
}

/** See `ConversationDeps`. */
export function fetchPage(conversationId: string, before?: string, through?: string): Promise<ConversationPage> {
  const url = conversationUrl(conversationId)
  if (!before) return takePrefetched(conversationId) ?? getJson(url)
  const query = { before, limit: String(olderPageSize), ...(through ? { through } : {}) }
  return getJson(`${url}?${new URLSearchParams(query)}`)
}

export function stopReply(conversationId: string, messageId: string): Promise<void> {
  return sendJson('POST', `${conversationUrl(conversationId)}/replies/${encodeURIComponent(messageId)}/stop`)
}

const messageUrl = (conversationId: string, messageId: string) =>
  `${conversationUrl(conversationId)}/messages/${encodeURIComponent(messageId)}`

type NewestPage = Promise<ConversationPage>

/** Changes of the conversation's tree, on the basis of its newest message. Each resolves with the newest messages. */
export const versionRequests = {
  choose: (id: string, request: { messageId: string; leafId: string; endHere: boolean }): NewestPage =>
    sendJson('PUT', `${conversationUrl(id)}/leaf`, request),
  editReply: (id: string, messageId: string, request: { content: string; leafId: string }): NewestPage =>
    sendJson('POST', `${conversationUrl(id)}/replies/${encodeURIComponent(messageId)}/edit`, request),
  /** Saves a text of the user's own message without sending it again. */
  editText: (id: string, messageId: string, request: { content: string; leafId: string }): NewestPage =>
    sendJson('PUT', `${messageUrl(id, messageId)}/text`, request),
  exclude: (id: string, messageId: string, request: { excluded: boolean; leafId: string }): NewestPage =>
    sendJson('PUT', `${messageUrl(id, messageId)}/excluded`, request),
  delete: (id: string, messageId: string, leafId: string): NewestPage =>
    sendJson('DELETE', `${messageUrl(id, messageId)}?${new URLSearchParams({ leafId })}`),
  restore: (id: string, messageId: string, leafId: string): NewestPage =>
    sendJson('POST', `${messageUrl(id, messageId)}/restore`, { leafId }),
}

export const storyMapKey = (conversationId: string) => [`${conversationUrl(conversationId)}/map`]

/** Names the branch that begins at a message; an empty name removes it. */
export function nameBranch(conversationId: string, messageId: string, name: string): Promise<void> {
  return sendJson('PUT', `${messageUrl(conversationId, messageId)}/name`, { name })
}

/** Copies the story up to a message to a conversation of its own. */
export function copyConversation(conversationId: string, messageId: string): Promise<{ conversation: Conversation }> {
  return sendJson('POST', `${conversationUrl(conversationId)}/copy`, { messageId })
}

interface Move {
  characterId: string
  leafId: string | null
}

/** Changes of who takes part in a conversation. Each resolves with the newest messages. */
export const sceneRequests = {
  join: (id: string, move: Move): NewestPage => sendJson('POST', `${conversationUrl(id)}/participants`, move),
  leave: (id: string, { characterId, leafId }: Move): NewestPage => {
    const query = leafId ? `?${new URLSearchParams({ leafId })}` : ''
    return sendJson('DELETE', `${conversationUrl(id)}/participants/${encodeURIComponent(characterId)}${query}`)
  },
  setTurnOrder: (id: string, turnOrder: TurnOrder): NewestPage =>
    sendJson('PUT', `${conversationUrl(id)}/turn-order`, { turnOrder }),
}

/** Creates a conversation with several characters; the first one greets. */
export function createScene([characterId, ...participantIds]: string[]): Promise<ConversationPage> {
  return sendJson('POST', '/api/conversations', { characterId, participantIds })
}

/** One version of a message. */
export function useMessage(conversationId: string, messageId: string) {
  return useQuery<Message>({ queryKey: [messageUrl(conversationId, messageId)] })
}

/** The model that writes the replies. */
export function useModel() {
  return useQuery<ModelInfo>({ queryKey: ['/api/model'] })
}

export const noModel = ': no AI model connected'
/** Empty until a server has said which model it runs. */
export const modelNameOf = ({ builtIn, model }: ModelInfo) =>
  builtIn ? `Demo mode${noModel}` : model === 'unknown' ? '' : model
