import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { queryOf, useChange } from '#client/lib/query-client.ts'
import type { Folder } from '#shared/folders.ts'
import { conversationRoutes } from './conversation-list-api.ts'

export const useFolders = () => useQuery(queryOf('GET /api/folders'))

/** Creates a folder, or renames one. */
export const useSaveFolder = () =>
  useChange(async ({ id, name }: { id: string | null; name: string }): Promise<Pick<Folder, 'id'>> => {
    if (id === null) return call('POST /api/folders', { body: { name } })
    await call('PATCH /api/folders/:id', { params: { id }, body: { name } })
    return { id }
  }, 'GET /api/folders')

/** Deletes a folder; its conversations stay. */
export const useDeleteFolder = () =>
  useChange((id: string) => call('DELETE /api/folders/:id', { params: { id } }), ...conversationRoutes)
