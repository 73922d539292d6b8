import {
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { fetchOk, sendJson } from '#client/lib/http.ts'
import { tabId } from '#client/lib/tab-id.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import type { Conversation } from '#shared/chat.ts'
import type { ConversationCharacter, ConversationPatch } from '#shared/conversations.ts'
import { announceChange } from '../live/live-changes.ts'
import { type Conversations, type ConversationsPage, withChanged, withNewest } from './conversation-list-cache.ts'
import { type ListFilters, queryOfFilters } from './list-filters.ts'
import { conversationUrl } from './prefetch.ts'

const listKey = ['/api/conversations', 'list'] as const
const pinnedKey = ['/api/conversations', 'pinned'] as const
const archiveKey = ['/api/conversations', 'archived'] as const

async function fetchPage(query: Record<string, string>, signal?: AbortSignal): Promise<ConversationsPage> {
  const response = await fetchOk(`/api/conversations?${new URLSearchParams(query)}`, signal ? { signal } : {})
  const conversations = (await response.json()) as Conversation[]
  return { conversations, nextCursor: response.headers.get(nextCursorHeader) }
}

/** The user's conversations without archived ones, or the archived ones; newest first, a page at a time. */
export function useConversations(show: 'active' | 'archived' = 'active') {
  return useInfiniteQuery<ConversationsPage, Error, Conversations, readonly string[], string | null>({
    queryKey: show === 'active' ? listKey : archiveKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ show, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** The conversations that the user has pinned, newest first; at most a hundred. */
export function usePinnedConversations() {
  return useQuery({
    queryKey: pinnedKey,
    queryFn: async ({ signal }) => (await fetchPage({ show: 'pinned', limit: '100' }, signal)).conversations,
  })
}

/** The conversations that fit filters and a search, in the order of the filters, a page at a time. */
export function useFilteredConversations(filters: ListFilters) {
  const query = queryOfFilters(filters)
  return useInfiniteQuery<ConversationsPage, Error, Conversations, readonly string[], string | null>({
    queryKey: ['/api/conversations', 'filtered', String(new URLSearchParams(query))],
    queryFn: ({ pageParam, signal }) => fetchPage({ ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** The characters of the user's conversations, by name. */
export function useConversationCharacters() {
  return useQuery<ConversationCharacter[]>({ queryKey: ['/api/conversations', 'characters'] })
}

/** Cached lists of conversations never go stale by themselves (lib/query-client.ts): a change makes them. */
export function invalidateConversations(client: QueryClient): Promise<void> {
  const isDerived = ([path, kind]: QueryKey) =>
    typeof path === 'string' &&
    (path === 'GET /api/folders' ||
      path.startsWith('/api/conversations?') ||
      (path === listKey[0] && kind !== listKey[1]))
  return client.invalidateQueries({ predicate: ({ queryKey }) => isDerived(queryKey) })
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
      sendJson<{ conversation: Conversation }>('PATCH', conversationUrl(conversation.id), changes),
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
  sendJson<{ conversation: Conversation }>('PUT', `${conversationUrl(id)}/character`, { characterId })

export function useDeleteConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendJson<void>('DELETE', conversationUrl(id)),
    onSuccess: (_answer, id) => {
      client.setQueryData<Conversations>(listKey, (known) => withChanged(known, id, () => null))
      void invalidateConversations(client)
    },
  })
}

export function useRestoreConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendJson<unknown>('POST', `${conversationUrl(id)}/restore`),
    onSuccess: () => reloadConversations(client),
  })
}
