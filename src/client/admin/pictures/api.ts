import { useQuery, useQueryClient } from '@tanstack/react-query'
import { generatedKey } from '#client/images/api.ts'
import { sendJson } from '#client/lib/http.ts'
import type { ImageConnectionRequest, ImageConnectionResponse } from '#shared/images.ts'
import type { TestResult } from '#shared/models.ts'

const path = '/api/admin/images'

export const useImageConnection = () => useQuery<ImageConnectionResponse>({ queryKey: [path] })

export const testImages = (request: ImageConnectionRequest) => sendJson<TestResult>('POST', `${path}/test`, request)
export const saveImages = (request: ImageConnectionRequest) => sendJson<ImageConnectionResponse>('PUT', path, request)
export const disconnectImages = () => sendJson<ImageConnectionResponse>('DELETE', path)

export function useRefreshImages() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [path] })
}

/** Shows what a change has answered, here and in the creator. */
export function useApplyImages() {
  const queryClient = useQueryClient()
  return (response: ImageConnectionResponse) => {
    queryClient.setQueryData([path], response)
    return queryClient.invalidateQueries({ queryKey: generatedKey })
  }
}
