import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#client/lib/query-client.ts'
import { refreshSite } from '#client/lib/site.ts'

/** Reads again what a change of a connection affects: here, in the creator and in chats. */
export function useRefreshConnections() {
  const client = useQueryClient()
  const admin = ['GET /api/admin/models', 'GET /api/admin/images', 'GET /api/admin/voices'] as const
  return () =>
    Promise.all([
      invalidate(client, ...admin, 'GET /api/model', 'GET /api/images/generated', 'GET /api/voices'),
      refreshSite(),
    ])
}
