import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import type { ImageConnectionRequest } from '#shared/images.ts'

export const useImageConnection = () => useQuery(queryOf('GET /api/admin/images'))

export const testImages = (body: ImageConnectionRequest) => call('POST /api/admin/images/test', { body })
export const saveImages = (body: ImageConnectionRequest) => call('PUT /api/admin/images', { body })
export const disconnectImages = () => call('DELETE /api/admin/images')

/** Reads again after a change, here and in the creator. */
export function useRefreshImages() {
  const queryClient = useQueryClient()
  return () => invalidate(queryClient, 'GET /api/admin/images', 'GET /api/images/generated')
}
