import { type InfiniteData, QueryClient, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { RequestOf, ResponseOf, RouteName } from '#shared/api.ts'
import { type Args, call, callForPage } from './http.ts'

/** The query of a route. Its key is the route and the request. */
export function queryOf<Name extends RouteName & `GET ${string}`>(route: Name, ...args: Args<Name>) {
  return queryOptions({
    queryKey: [route, ...args],
    queryFn: ({ signal }) => call(route, ...([Object.assign({ signal }, args[0])] as unknown as Args<Name>)),
  })
}

type ListQuery<Name extends RouteName> =
  RequestOf<Name> extends { query?: infer Query } ? Omit<NonNullable<Query>, 'cursor'> : never

/** The pages of a list that were read. */
export type Pages<Page> = InfiniteData<{ page: Page; nextCursor: string | null }, string | null>

/** A list that a route returns a page at a time. `around`: what each request is made with. */
export function usePages<Name extends RouteName & `GET ${string}`>(
  route: Name,
  query: ListQuery<Name>,
  { staleTime, around = (read) => read() }: PagesOptions = {},
) {
  const readPage = (cursor: string | null, signal: AbortSignal) =>
    callForPage(route, ...([{ query: { ...query, cursor: cursor ?? undefined }, signal }] as unknown as Args<Name>))
  type Page = Awaited<ReturnType<typeof readPage>>
  return useInfiniteQuery<Page, Error, Pages<ResponseOf<Name>>, readonly unknown[], string | null>({
    queryKey: [route, 'pages', query],
    queryFn: ({ pageParam, signal }) => around(() => readPage(pageParam, signal)),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(staleTime !== undefined && { staleTime }),
  })
}

interface PagesOptions {
  staleTime?: number
  around?: <T>(read: () => Promise<T>) => Promise<T>
}

/** Makes all that was read from these routes stale. */
export function invalidate(...routes: (RouteName & `GET ${string}`)[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => routes.some((route) => route === queryKey[0]) })
}

/** Waits for a change, after which all that was read from these routes is loaded again. */
export async function thenReload<Answer>(
  change: Promise<Answer>,
  ...routes: (RouteName & `GET ${string}`)[]
): Promise<Answer> {
  const answer = await change
  await invalidate(...routes)
  return answer
}

/** The query cache of the signed-in user: no retries, no polling, no refetch on focus, infinite stale time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    // Without a connection a change fails at once, and says so.
    mutations: { networkMode: 'always' },
  },
})
