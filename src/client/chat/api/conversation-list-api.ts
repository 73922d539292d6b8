import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callForPage } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { tabId } from '#client/lib/tab-id.ts'
import type { RequestOf, RouteName } from '#shared/api.ts'
import type { Conversation } from '#shared/chat.ts'
import type { ConversationPatch } from '#shared/conversations.ts'
import { announceChange } from '../live/live-changes.ts'
import { type Conversations, type ConversationsPage, withChanged, withNewest } from './conversation-list-cache.ts'
import { type ListFilters, queryOfFilters } from './list-filters.ts'

const listKey = ['GET /api/conversations', 'list'] as const

type Query = RequestOf<'GET /api/conversations'>['query']

async function fetchPage(query: Query, cursor?: string | null, signal?: AbortSignal): Promise<ConversationsPage> {
  const request = { query: { ...query, cursor: cursor ?? undefined }, signal }
  const { page: conversations, nextCursor } = await callForPage('GET /api/conversations', request)
  return { conversations, nextCursor }
}

/** The user's conversations without archived ones, or the archived ones; newest first, a page at a time. */
export function useConversations(show: 'active' | 'archived' = 'active') {
  return useInfiniteQuery<ConversationsPage, Error, Conversations, readonly unknown[], string | null>({
    queryKey: show === 'active' ? listKey : ['GET /api/conversations', 'archived'],
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

/** The characters of the user's conversations, by name. */
export function useConversationCharacters() {
  return useQuery(queryOf('GET /api/conversations/characters'))
}

const derivedRoutes: readonly unknown[] = [
  'GET /api/conversations',
  'GET /api/conversations/characters',
  'GET /api/folders',
] satisfies RouteName[]

/** Cached lists of conversations never go stale by themselves (lib/query-client.ts): a change makes them. */
export function invalidateConversations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [route, kind] }) => derivedRoutes.includes(route) && kind !== listKey[1],
  })
}

/** Loads the newest page again after a turn began or ended. After a failure the list is loaded when it is next shown. */
export async function refreshConversations(client: QueryClient): Promise<void> {
  void invalidateConversations(client)
  if (!client.getQueryState(listKey)) return
  try {
    const newest = await fetchPage({})
    client.setQueryData<Conversations>(listKey, (known) => withNewest(known, newest))
  } catch {
    await client.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
  }
}

/** Loads everything that shows conversations again, after a change elsewhere. */
export function reloadConversations(client: QueryClient): Promise<unknown> {
  return Promise.all([client.invalidateQueries({ queryKey: listKey }), invalidateConversations(client)])
}

/** Milliseconds for which changes are gathered before the list is loaded again. */
const gatherFor = 150
const scheduled = new WeakSet<QueryClient>()

/** As `refreshConversations`, once for what changes within a moment. */
export function scheduleRefresh(client: QueryClient): void {
  if (scheduled.has(client)) return
  scheduled.add(client)
  setTimeout(() => {
    scheduled.delete(client)
    void refreshConversations(client)
  }, gatherFor)
}

/** Renames, pins, archives or files a conversation. */
export function useChangeConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ conversation, changes }: { conversation: Conversation; changes: ConversationPatch }) =>
      call('PATCH /api/conversations/:id', { params: { id: conversation.id }, body: changes }),
    onSuccess: ({ conversation }, { conversation: before }) => {
      const change = () => (conversation.archived ? null : conversation)
      client.setQueryData<Conversations>(listKey, (known) => withChanged(known, conversation.id, change))
      // It comes back to its place in the list, which may not be loaded.
      if (before.archived && !conversation.archived) void client.invalidateQueries({ queryKey: listKey })
      void invalidateConversations(client)
      announceChange({ conversationId: conversation.id, replyId: null, tabId })
    },
  })
}

/** Gives a conversation to another character. */
export const changeCharacter = (id: string, characterId: string) =>
  call('PUT /api/conversations/:id/character', { params: { id }, body: { characterId } })

export function useDeleteConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/conversations/:id', { params: { id } }),
    onSuccess: (_answer, id) => {
      client.setQueryData<Conversations>(listKey, (known) => withChanged(known, id, () => null))
      void invalidateConversations(client)
    },
  })
}

export function useRestoreConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('POST /api/conversations/:id/restore', { params: { id } }),
    onSuccess: () => reloadConversations(client),
  })
}
