import { useQuery } from '@tanstack/react-query'
import { getJson, sendJson } from '#client/lib/http.ts'
import { genericGreeting } from '#engine/prompt/opening.ts'
import type { Conversation, ConversationPage, Message, ModelInfo } from '#shared/chat.ts'
import { conversationUrl, takePrefetched } from './prefetch.ts'
import type { NewConversation, SceneRequests, VersionRequests } from './store/conversation-deps.ts'

/** The newest page is small so that it opens fast; older pages are larger. */
const olderPageSize = 120

/** How long New Chat waits for the model's greeting before it takes the original one, in milliseconds. */
const greetingTimeout = 12_000

export async function createConversation(
  { characterId, originalGreeting, greeting }: NewConversation,
  signal: AbortSignal = new AbortController().signal,
): Promise<ConversationPage> {
  const fresh = originalGreeting === undefined ? greeting : await requestGreeting(characterId, originalGreeting, signal)
  return sendJson('POST', '/api/conversations', { characterId, ...(fresh && { greeting: fresh }) }, signal)
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

/** See `VersionRequests`. */
export const versionRequests: VersionRequests = {
  choose: (conversationId, request) => sendJson('PUT', `${conversationUrl(conversationId)}/leaf`, request),
  editReply: (conversationId, messageId, request) =>
    sendJson('POST', `${conversationUrl(conversationId)}/replies/${encodeURIComponent(messageId)}/edit`, request),
  editText: (conversationId, messageId, request) =>
    sendJson('PUT', `${messageUrl(conversationId, messageId)}/text`, request),
  exclude: (conversationId, messageId, request) =>
    sendJson('PUT', `${messageUrl(conversationId, messageId)}/excluded`, request),
  delete: (conversationId, messageId, leafId) =>
    sendJson('DELETE', `${messageUrl(conversationId, messageId)}?${new URLSearchParams({ leafId })}`),
  restore: (conversationId, messageId, leafId) =>
    sendJson('POST', `${messageUrl(conversationId, messageId)}/restore`, { leafId }),
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

/** See `SceneRequests`. */
export const sceneRequests: SceneRequests = {
  join: (conversationId, request) => sendJson('POST', `${conversationUrl(conversationId)}/participants`, request),
  leave: (conversationId, { characterId, leafId }) => {
    const query = leafId ? `?${new URLSearchParams({ leafId })}` : ''
    return sendJson(
      'DELETE',
      `${conversationUrl(conversationId)}/participants/${encodeURIComponent(characterId)}${query}`,
    )
  },
  setTurnOrder: (conversationId, turnOrder) =>
    sendJson('PUT', `${conversationUrl(conversationId)}/turn-order`, { turnOrder }),
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
