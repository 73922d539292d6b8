import type { QueryClient } from '@tanstack/react-query'
import { call, HttpError } from '#client/lib/http.ts'
import { invalidate, queryOf, usePages } from '#client/lib/query-client.ts'
import type { RequestOf } from '#shared/api.ts'
import type { BulkActionRequest, Flag } from '#shared/flags.ts'
import type { FlagFilters } from './flag-filters.ts'

export const flagOf = (id: string) => queryOf('GET /api/admin/flags/:id', { params: { id } })

export function useFlags(filters: FlagFilters) {
  return usePages('GET /api/admin/flags', { ...filters, overdue: filters.overdue ? 'true' : undefined })
}

export type FlagAct = RequestOf<'POST /api/admin/flags/:id/action'>['body']

export async function claimFlag(id: string): Promise<Flag> {
  return (await call('POST /api/admin/flags/:id/claim', { params: { id } })).flag
}

export async function releaseFlag(id: string): Promise<Flag> {
  return (await call('DELETE /api/admin/flags/:id/claim', { params: { id } })).flag
}

export function decideFlags(body: BulkActionRequest) {
  return call('POST /api/admin/flags/bulk', { body })
}

export async function undoApproval(id: string): Promise<Flag> {
  return (await call('POST /api/admin/flags/:id/undo', { params: { id } })).flag
}

/** The flag as it is now, which the server sends when it refuses an action with 409. */
export function flagOfError(error: unknown): Flag | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null
  return (error.body as { flag?: Flag } | null)?.flag ?? null
}

/** Shows a flag as the server has sent it, and loads the queue again. */
export function applyFlag(queryClient: QueryClient, flag: Flag): void {
  queryClient.setQueryData(flagOf(flag.id).queryKey, (known) => known && { ...known, flag })
  void refetchFlags(queryClient)
}

export function refetchFlags(queryClient: QueryClient): Promise<void> {
  return invalidate(queryClient, 'GET /api/admin/flags', 'GET /api/admin/flags/:id', 'GET /api/admin/flags/count')
}
