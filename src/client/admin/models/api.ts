import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import type { ConnectionInput, ModelConnection } from '#shared/models.ts'

const query = queryOf('GET /api/admin/models')

/** Milliseconds between two requests while a model is being loaded on this machine. */
const loadingInterval = 2_000

export const useConnections = () =>
  useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) =>
      data?.connections.some(({ process }) => process === 'loading') ? loadingInterval : false,
  })

interface Draft {
  id?: string
  connection: ConnectionInput
}

export const testConnection = (body: Draft) => call('POST /api/admin/models/test', { body })
export const listAvailable = (body: Draft) => call('POST /api/admin/models/available', { body })

export function saveConnection({ id, connection }: Draft): Promise<ModelConnection> {
  return id === undefined
    ? call('POST /api/admin/models', { body: connection })
    : call('PUT /api/admin/models/:id', { params: { id }, body: connection })
}

/** Reads the list again after a change, and which model the chat shows. */
export function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () => invalidate(queryClient, 'GET /api/admin/models', 'GET /api/model')
}

export const deleteConnection = (id: string) => call('DELETE /api/admin/models/:id', { params: { id } })

export function useOrderConnections() {
  const refresh = useRefresh()
  return async (ids: string[]) => {
    const list = await call('POST /api/admin/models/order', { body: { ids } })
    await refresh()
    return list
  }
}
