import { type QueryClient, useQuery } from '@tanstack/react-query'
import { invalidate, queryOf } from '#client/lib/query-client.ts'

export function useLorebooks() {
  // Reloaded each time: they may have been changed in another tab.
  return useQuery({ ...queryOf('GET /api/lorebooks'), staleTime: 0 })
}

export const refreshLorebooks = (client: QueryClient) => invalidate(client, 'GET /api/lorebooks')
