import { MutationCache, QueryCache, QueryClient, type QueryFunction, type QueryKey } from '@tanstack/react-query'
import { getJson, hasCode, hasStatus } from './http.ts'

/** A query's key is its path: the segments joined by a slash. */
export function pathOfKey(key: QueryKey): string {
  return key.join('/')
}

/** The default query: GET the key's path. A 401 throws like any other fault, unless null was asked for. */
export function queryFn<T>(options: { on401: 'throw' | 'returnNull' }): QueryFunction<T | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await getJson<T>(pathOfKey(queryKey), signal)
    } catch (error) {
      if (options.on401 === 'returnNull' && hasStatus(error, 401)) return null
      throw error
    }
  }
}

/** A cache for one signed-in person. No retries, no polling, no refetch on focus, and nothing goes stale by itself. */
export function createQueryClient(onLockedOut: () => void = () => {}): QueryClient {
  // The session is over, or the account waits to be deleted since another device asked for that.
  const onError = (error: unknown) => {
    if (hasStatus(error, 401) || hasCode(error, 'deletion_scheduled')) onLockedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: queryFn({ on401: 'throw' }),
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  })
}
