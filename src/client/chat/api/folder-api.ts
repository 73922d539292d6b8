import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import type { Folder } from '#shared/folders.ts'
import { refreshConversations } from './conversation-list-api.ts'

export function useFolders() {
  return useQuery(queryOf('GET /api/folders'))
}

export function useSaveFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { id: string | null; name: string }): Promise<Pick<Folder, 'id'>> => {
      if (id === null) return call('POST /api/folders', { body: { name } })
      await call('PATCH /api/folders/:id', { params: { id }, body: { name } })
      return { id }
    },
    onSuccess: () => invalidate(client, 'GET /api/folders'),
  })
}

/** Deletes a folder; its conversations stay. */
export function useDeleteFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/folders/:id', { params: { id } }),
    onSuccess: () => refreshConversations(client),
  })
}
