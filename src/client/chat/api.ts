import { useQuery } from '@tanstack/react-query'
import { getJson, hasStatus, sendJson } from '#client/lib/http.ts'
import type { BegunTurn, ConversationPage, ModelInfo } from '#shared/chat.ts'
import { conversationAddress, takeEarly } from './early.ts'

/** The newest page opens fast; whoever reads back reads on, so older pages are larger. */
const olderPage = 120

export function openPage(conversationId: string, before?: string): Promise<ConversationPage> {
  const address = conversationAddress(conversationId)
  if (!before) return takeEarly(conversationId) ?? getJson(address)
  return getJson(`${address}?${new URLSearchParams({ before, limit: String(olderPage) })}`)
}

/** The turn a send began; null where the server knows nothing of it. */
export async function findTurn(clientMessageId: string): Promise<BegunTurn | null> {
  try {
    return await getJson<BegunTurn>(`/api/chat/${encodeURIComponent(clientMessageId)}`)
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}

export function stopReply(conversationId: string, messageId: string): Promise<void> {
  return sendJson('POST', `${conversationAddress(conversationId)}/replies/${encodeURIComponent(messageId)}/stop`)
}

/** A new way for the character to begin. */
export async function freshGreeting(
  characterId: string,
  originalGreeting: string,
  signal: AbortSignal,
): Promise<string> {
  const body = { characterId, originalGreeting }
  const { greeting } = await sendJson<{ greeting: string }>('POST', '/api/new-chat-greeting', body, signal)
  return greeting
}

/** The voice behind the characters. */
export function useModel() {
  return useQuery<ModelInfo>({ queryKey: ['/api/model'] })
}
