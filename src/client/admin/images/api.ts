import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import type { ImageConnectionRequest, ImageConnectionResponse } from '#shared/images.ts'

const query = queryOf('GET /api/admin/images')

export const useImageConnection = () => useQuery(query)

export const testImages = (body: ImageConnectionRequest) => call('POST /api/admin/images/test', { body })
export const saveImages = (body: ImageConnectionRequest) => call('PUT /api/admin/images', { body })
export const disconnectImages = () => call('DELETE /api/admin/images')

export function useRefreshImages() {
  const queryClient = useQueryClient()
  return () => invalidate(queryClient, 'GET /api/admin/images')
}

/** Shows what a change has answered, here and in the creator. */
export function useApplyImages() {
  const queryClient = useQueryClient()
  return (response: ImageConnectionResponse) => {
    queryClient.setQueryData(query.queryKey, response)
    return invalidate(queryClient, 'GET /api/images/generated')
  }
}
