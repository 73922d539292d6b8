import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#client/lib/http.ts'
import type { Folder } from '#shared/folders.ts'
import { reloadConversations } from './conversation-list-api.ts'

const url = '/api/folders'

export function useFolders() {
  return useQuery<Folder[]>({ queryKey: [url] })
}

/** Creates a folder, or renames one. */
export function useSaveFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { id: string | null; name: string }): Promise<Pick<Folder, 'id'>> => {
      if (id === null) return sendJson<Folder>('POST', url, { name })
      await sendJson('PATCH', `${url}/${encodeURIComponent(id)}`, { name })
      return { id }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [url] }),
  })
}

/** Deletes a folder; its conversations stay. */
export function useDeleteFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendJson<void>('DELETE', `${url}/${encodeURIComponent(id)}`),
    onSuccess: () => reloadConversations(client),
  })
}
