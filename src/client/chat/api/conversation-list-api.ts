import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callForPage } from '#client/lib/http.ts'
import { invalidate, queryOf, useChange } from '#client/lib/query-client.ts'
import { tabId } from '#client/lib/tab-id.ts'
import type { RequestOf } from '#shared/api.ts'
import type { Conversation } from '#shared/chat.ts'
import type { ConversationPatch } from '#shared/conversations.ts'
import { announceChange } from '../live/live-changes.ts'
import type { Conversations, ConversationsPage } from './conversation-list-cache.ts'
import { type ListFilters, queryOfFilters } from './list-filters.ts'

type Query = RequestOf<'GET /api/conversations'>['query']

async function fetchPage(query: Query, cursor?: string | null, signal?: AbortSignal): Promise<ConversationsPage> {
  const request = { query: { ...query, cursor: cursor ?? undefined }, signal }
  const { page: conversations, nextCursor } = await callForPage('GET /api/conversations', request)
  return { conversations, nextCursor }
}

/** The user's conversations without archived ones, or the archived ones; newest first, a page at a time. */
export function useConversations(show: 'active' | 'archived' = 'active') {
  return useInfiniteQuery<ConversationsPage, Error, Conversations, readonly unknown[], string | null>({
    queryKey: ['GET /api/conversations', 'list', show],
    queryFn: ({ pageParam, signal }) => fetchPage({ show }, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** The conversations that the user has pinned, newest first; at most a hundred. */
export function usePinnedConversations() {
  return useQuery(queryOf('GET /api/conversations', { query: { show: 'pinned', limit: 100 } }))
}

/** The conversations that fit filters and a search, in the order of the filters, a page at a time. */
export function useFilteredConversations(filters: ListFilters) {
  const query = queryOfFilters(filters)
  return useInfiniteQuery<ConversationsPage, Error, Conversations, readonly unknown[], string | null>({
    queryKey: ['GET /api/conversations', 'filtered', query],
    queryFn: ({ pageParam, signal }) => fetchPage(query, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

export function useConversationCharacters() {
  return useQuery(queryOf('GET /api/conversations/characters'))
}

/** Loads what shows conversations again, after a change: cached lists never go stale by themselves (lib/query-client.ts). */
export const refreshConversations = (client: QueryClient) => invalidate(client, ...conversationRoutes)

export const conversationRoutes = [
  'GET /api/conversations',
  'GET /api/conversations/characters',
  'GET /api/folders',
] as const

export function useChangeConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ conversation, changes }: { conversation: Conversation; changes: ConversationPatch }) =>
      call('PATCH /api/conversations/:id', { params: { id: conversation.id }, body: changes }),
    onSuccess: ({ conversation }) => {
      announceChange({ conversationId: conversation.id, replyId: null, tabId })
      return refreshConversations(client)
    },
  })
}

export const changeCharacter = (id: string, characterId: string) =>
  call('PUT /api/conversations/:id/character', { params: { id }, body: { characterId } })

export const useDeleteConversation = () =>
  useChange((id: string) => call('DELETE /api/conversations/:id', { params: { id } }), ...conversationRoutes)

export const useRestoreConversation = () =>
  useChange((id: string) => call('POST /api/conversations/:id/restore', { params: { id } }), ...conversationRoutes)
