import { useInfiniteQuery } from '@tanstack/react-query'
import { getJson } from '#client/lib/http.ts'
import type { FoundMessages } from '#shared/message-search.ts'

/** Milliseconds for which the same search is not sent again. */
const freshFor = 10_000

/** Messages of all the user's conversations, newest first, a page at a time. Nothing is sent for an empty search. */
export function useMessageSearch(search: string, limit = 20) {
  return useInfiniteQuery<FoundMessages, Error, FoundMessages, readonly string[], string | null>({
    queryKey: ['/api/messages', search, String(limit)],
    queryFn: ({ pageParam, signal }) => {
      const query = { search, limit: String(limit), ...(pageParam ? { cursor: pageParam } : {}) }
      return getJson(`/api/messages?${new URLSearchParams(query)}`, signal)
    },
    enabled: search !== '',
    staleTime: freshFor,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({
      found: pages.flatMap(({ found }) => found),
      nextCursor: pages.at(-1)?.nextCursor ?? null,
      isIndexing: pages.at(-1)?.isIndexing ?? false,
    }),
  })
}
