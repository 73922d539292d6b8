import { type QueryClient, type QueryKey, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { fetchOk, sendJson } from '#client/lib/http.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import type { Conversation } from '#shared/chat.ts'
import { conversationUrl } from '../prefetch.ts'
import { type Conversations, type ConversationsPage, withChanged, withNewest } from './conversation-list-cache.ts'

const listKey = ['/api/conversations', 'list'] as const

async function fetchPage(query: Record<string, string>, signal?: AbortSignal): Promise<ConversationsPage> {
  const response = await fetchOk(`/api/conversations?${new URLSearchParams(query)}`, signal ? { signal } : {})
  const conversations = (await response.json()) as Conversation[]
  return { conversations, nextCursor: response.headers.get(nextCursorHeader) }
}

/** The user's conversations, newest first, a page at a time. */
export function useConversations() {
  return useInfiniteQuery<ConversationsPage, Error, Conversations, typeof listKey, string | null>({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** Cached lists of conversations never go stale by themselves (lib/query-client.ts): a change makes them. */
export function invalidateConversations(client: QueryClient): Promise<void> {
  const isDerived = ([path, kind]: QueryKey) =>
    typeof path === 'string' && (path.startsWith('/api/conversations?') || (path === listKey[0] && kind === 'with'))
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

export function useRenameConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      sendJson<{ conversation: Conversation }>('PATCH', conversationUrl(id), { title }),
    onSuccess: ({ conversation }) => {
      client.setQueryData<Conversations>(listKey, (known) => withChanged(known, conversation.id, () => conversation))
      void invalidateConversations(client)
    },
  })
}

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
    onSuccess: () => Promise.all([client.invalidateQueries({ queryKey: listKey }), invalidateConversations(client)]),
  })
}
