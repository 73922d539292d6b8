import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import type { FoundMessage, FoundMessages } from '#shared/message-search.ts'
import { conversationPath } from '../api/conversation-paths.ts'

/** Milliseconds for which the same search is not sent again, if it has found something. */
const freshFor = 10_000

/**
 * Milliseconds after which a search that found nothing is sent again, and how often: the newest messages are indexed within 5
 * seconds.
 */
const repeat = { after: 2_000, times: 4 }

type Pages = InfiniteData<FoundMessages>
const isEmpty = (data: Pages | undefined) => data?.pages.every(({ found }) => found.length === 0) ?? false

/** Messages of all the user's conversations, newest first, a page at a time. Nothing is sent for an empty search. */
export function useMessageSearch(search: string, limit = 20) {
  return useInfiniteQuery<FoundMessages, Error, FoundMessages, readonly unknown[], string | null>({
    queryKey: ['GET /api/messages', search, limit],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/messages', { query: { search, limit, cursor: pageParam ?? undefined }, signal }),
    enabled: search !== '',
    staleTime: ({ state }) => (isEmpty(state.data as Pages | undefined) ? 0 : freshFor),
    refetchInterval: ({ state }) =>
      isEmpty(state.data as Pages | undefined) && state.dataUpdateCount <= repeat.times ? repeat.after : false,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({
      found: pages.flatMap(({ found }) => found),
      nextCursor: pages.at(-1)?.nextCursor ?? null,
      isIndexing: pages.at(-1)?.isIndexing ?? false,
    }),
  })
}

export function FoundSnippet({ snippet }: Pick<FoundMessage, 'snippet'>) {
  let at = 0
  return snippet.map(({ text, isMatch }) => {
    const key = at
    at += text.length
    return isMatch ? (
      <mark key={key} className="rounded-[3px] bg-curtain-wash px-0.5 font-medium text-inherit">
        {text}
      </mark>
    ) : (
      text
    )
  })
}

export const messagePath = (conversationId: string, messageId: string) =>
  `${conversationPath(conversationId)}?${new URLSearchParams({ message: messageId })}`

/** The state of the history entry with such an address. */
export interface FoundMessageState {
  isOnActivePath: boolean | null
}

export const foundMessageState = ({ isOnActivePath }: FoundMessage): FoundMessageState => ({ isOnActivePath })
