import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { refreshSite } from '#client/lib/site.ts'
import type { RequestOf } from '#shared/api.ts'
import type { VoiceConnections } from '#shared/voices.ts'

export const useVoiceConnections = () => useQuery(queryOf('GET /api/admin/voices'))

export type VoiceDraft = RequestOf<'POST /api/admin/voices/test'>['body']

export const testVoices = (body: VoiceDraft) => call('POST /api/admin/voices/test', { body })
export const listAvailable = (body: VoiceDraft) => call('POST /api/admin/voices/available', { body })
export const deleteVoices = (id: string) => call('DELETE /api/admin/voices/:id', { params: { id } })
export const orderVoices = (ids: string[]) => call('POST /api/admin/voices/order', { body: { ids } })

export function saveVoices({ id, connection }: VoiceDraft): Promise<VoiceConnections> {
  return id === undefined
    ? call('POST /api/admin/voices', { body: connection })
    : call('PUT /api/admin/voices/:id', { params: { id }, body: connection })
}

/** Reads again after a change, here, in the creator and in chats. */
export function useRefreshVoices() {
  const queryClient = useQueryClient()
  return () => Promise.all([invalidate(queryClient, 'GET /api/admin/voices', 'GET /api/voices'), refreshSite()])
}
