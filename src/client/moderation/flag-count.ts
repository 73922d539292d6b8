import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/lib/query-client.ts'

/** How many flags are open. Alerts keep it up to date; 0 until it is known. */
export function useFlagCount(): number {
  return useQuery(queryOf('GET /api/admin/flags/count')).data?.open ?? 0
}
