import { useQuery } from '@tanstack/react-query'
import { getJson, sendJson } from '#client/lib/http.ts'
import { genericGreeting } from '#engine/prompt/opening.ts'
import type { ConversationPage, Message, ModelInfo } from '#shared/chat.ts'
import { conversationUrl, takePrefetched } from './prefetch.ts'
import type { NewConversation, VersionRequests } from './store/conversation-deps.ts'

/** The newest page is small so that it opens fast; older pages are larger. */
const olderPageSize = 120

/** How long New Chat waits for the model's greeting before it takes the original one, in milliseconds. */
const greetingTimeout = 12_000

export async function createConversation(
  { characterId, originalGreeting, greeting }: NewConversation,
  signal: AbortSignal = new AbortController().signal,
): Promise<ConversationPage> {
  const fresh = originalGreeting === undefined ? greeting : await freshGreeting(characterId, originalGreeting, signal)
  return sendJson('POST', '/api/conversations', { characterId, ...(fresh && { greeting: fresh }) }, signal)
}

/** A greeting that the model writes. When none comes: undefined for the character's own, or a generic one if it has none. */
async function freshGreeting(characterId: string, originalGreeting: string, leaving: AbortSignal) {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(greetingTimeout)])
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

/** The newest page of a conversation, or the page before a message. */
export function fetchPage(conversationId: string, before?: string): Promise<ConversationPage> {
  const url = conversationUrl(conversationId)
  if (!before) return takePrefetched(conversationId) ?? getJson(url)
  return getJson(`${url}?${new URLSearchParams({ before, limit: String(olderPageSize) })}`)
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
  delete: (conversationId, messageId, leafId) =>
    sendJson('DELETE', `${messageUrl(conversationId, messageId)}?${new URLSearchParams({ leafId })}`),
  restore: (conversationId, messageId, leafId) =>
    sendJson('POST', `${messageUrl(conversationId, messageId)}/restore`, { leafId }),
}

/** One version of a message. */
export function useMessage(conversationId: string, messageId: string) {
  return useQuery<Message>({ queryKey: [messageUrl(conversationId, messageId)] })
}

/** The model that writes the replies. */
export function useModel() {
  return useQuery<ModelInfo>({ queryKey: ['/api/model'] })
}
