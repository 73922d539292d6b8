import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { toastError } from '#client/ui/toast-error.ts'
import type { AvailableModels, ConnectionInput, ModelConnection, ModelConnections, TestResult } from '#shared/models.ts'

const path = '/api/admin/models'
const key = [path]

/** Milliseconds between two requests while a model is being loaded on this machine. */
const loadingInterval = 2_000

export const useConnections = () =>
  useQuery<ModelConnections>({
    queryKey: key,
    refetchInterval: ({ state: { data } }) =>
      data?.connections.some(({ process }) => process === 'loading') ? loadingInterval : false,
  })

interface Draft {
  id?: string
  connection: ConnectionInput
}

export const testConnection = (draft: Draft) => sendJson<TestResult>('POST', `${path}/test`, draft)
export const listAvailable = (draft: Draft) => sendJson<AvailableModels>('POST', `${path}/available`, draft)

export function saveConnection({ id, connection }: Draft): Promise<ModelConnection> {
  return id === undefined ? sendJson('POST', path, connection) : sendJson('PUT', `${path}/${id}`, connection)
}

/** Reads the list again after a change, and which model the chat shows. */
export function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
      queryClient.invalidateQueries({ queryKey: ['/api/model'] }),
    ])
}

export const deleteConnection = (id: string) => sendJson('DELETE', `${path}/${id}`)

export function useOrderConnections() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (ids: string[]) => sendJson<ModelConnections>('POST', `${path}/order`, { ids }),
    onSuccess: async (list) => {
      queryClient.setQueryData(key, list)
      await queryClient.invalidateQueries({ queryKey: ['/api/model'] })
    },
    onError: (error) => toastError(error),
  })
}
