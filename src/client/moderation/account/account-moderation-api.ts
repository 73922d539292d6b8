import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'

// Moderators change both at any time, so they are reloaded whenever they are opened.

export function useOwnReports() {
  return useQuery({ ...queryOf('GET /api/reports'), staleTime: 0 })
}

export function useOwnDecisions() {
  return useQuery({ ...queryOf('GET /api/moderation/decisions'), staleTime: 0 })
}

export function useAppeal() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (appeal: { flagId: string; text: string }) => call('POST /api/appeals', { body: appeal }),
    // Also after errors: the decision may no longer be appealable.
    onSettled: () => invalidate(queryClient, 'GET /api/moderation/decisions'),
  })
}
