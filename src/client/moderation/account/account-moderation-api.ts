import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#client/lib/http.ts'
import type { OwnDecision, OwnDecisions, OwnReports } from '#shared/moderation.ts'

const reportsKey = ['/api/reports']
const decisionsKey = ['/api/moderation', 'decisions']

// Moderators change both at any time, so they are reloaded whenever they are opened.

/** The viewer's reports with their outcomes. */
export function useOwnReports() {
  return useQuery<OwnReports>({ queryKey: reportsKey, staleTime: 0 })
}

/** The decisions of moderators that affect the viewer. */
export function useOwnDecisions() {
  return useQuery<OwnDecisions>({ queryKey: decisionsKey, staleTime: 0 })
}

export function useAppeal() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (appeal: { flagId: string; text: string }) =>
      sendJson<{ decision: OwnDecision }>('POST', '/api/appeals', appeal),
    // Also after errors: the decision may no longer be appealable.
    onSettled: () => queryClient.invalidateQueries({ queryKey: decisionsKey }),
  })
}
