import { call } from '#client/lib/http.ts'
import { invalidate, thenReload, usePages } from '#client/lib/query-client.ts'
import { tabId } from '#client/lib/tab-id.ts'
import type { Conversation } from '#shared/chat.ts'
import type { ConversationPatch } from '#shared/conversations.ts'
import { announceChange } from '../live/live-changes.ts'
import { type ListFilters, queryOfFilters } from './list-filters.ts'

/** The user's conversations without archived ones, or the archived ones; newest first, a page at a time. */
export const useConversations = (show: 'active' | 'archived' = 'active') => usePages('GET /api/conversations', { show })

/** The conversations that fit filters and a search, in the order of the filters, a page at a time. */
export const useFilteredConversations = (filters: ListFilters) =>
  usePages('GET /api/conversations', queryOfFilters(filters))

/** Loads what shows conversations again, after a change: cached lists never go stale by themselves (lib/query-client.ts). */
export const refreshConversations = () => invalidate(...conversationRoutes)

export const conversationRoutes = [
  'GET /api/conversations',
  'GET /api/conversations/characters',
  'GET /api/folders',
  'GET /api/conversations/:id/map',
  'GET /api/conversations/:id/memory',
] as const

export async function changeConversation({ id }: Conversation, changes: ConversationPatch) {
  const saved = await call('PATCH /api/conversations/:id', { params: { id }, body: changes })
  announceChange({ conversationId: id, replyId: null, tabId })
  await refreshConversations()
  return saved
}

export const deleteConversation = (id: string) =>
  thenReload(call('DELETE /api/conversations/:id', { params: { id } }), ...conversationRoutes)

export const restoreConversation = (id: string) =>
  thenReload(call('POST /api/conversations/:id/restore', { params: { id } }), ...conversationRoutes)
