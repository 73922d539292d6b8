import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { fetchOk, HttpError, sendJson } from '#client/lib/http.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import type { BulkActionRequest, BulkActionResponse, Flag, FlagActionRequest, FlagDetails } from '#shared/flags.ts'
import { type FlagFilters, writeFlagFilters } from './flag-filters.ts'

export interface FlagPage {
  flags: Flag[]
  nextCursor: string | null
}

export const flagKeys = {
  all: ['/api/admin/flags'],
  lists: ['/api/admin/flags', 'list'],
  list: (filters: FlagFilters) => ['/api/admin/flags', 'list', filters],
  one: (id: string) => ['/api/admin/flags', id],
} as const

/** The queue, page by page. */
export function useFlags(filters: FlagFilters) {
  return useInfiniteQuery<FlagPage, Error, InfiniteData<FlagPage, string | null>, readonly unknown[], string | null>({
    queryKey: flagKeys.list(filters),
    queryFn: ({ pageParam, signal }) => fetchFlagPage(filters, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

async function fetchFlagPage(filters: FlagFilters, cursor: string | null, signal: AbortSignal): Promise<FlagPage> {
  const query = writeFlagFilters(filters)
  query.set('status', filters.status)
  if (cursor) query.set('cursor', cursor)
  const response = await fetchOk(`/api/admin/flags?${query}`, { signal })
  const { flags } = (await response.json()) as { flags: Flag[] }
  return { flags, nextCursor: response.headers.get(nextCursorHeader) }
}

/** A flag with its evidence. */
export function useFlag(id: string) {
  return useQuery<FlagDetails>({ queryKey: flagKeys.one(id) })
}

const pathOf = (id: string) => `/api/admin/flags/${encodeURIComponent(id)}`

export async function actOnFlag(id: string, request: Partial<FlagActionRequest>): Promise<Flag> {
  return (await sendJson<{ flag: Flag }>('POST', `${pathOf(id)}/action`, request)).flag
}

export async function claimFlag(id: string): Promise<Flag> {
  return (await sendJson<{ flag: Flag }>('POST', `${pathOf(id)}/claim`)).flag
}

export async function releaseFlag(id: string): Promise<Flag> {
  return (await sendJson<{ flag: Flag }>('DELETE', `${pathOf(id)}/claim`)).flag
}

export function decideFlags(request: BulkActionRequest): Promise<z.infer<typeof BulkActionResponse>> {
  return sendJson('POST', '/api/admin/flags/bulk', request)
}

export async function undoApproval(id: string): Promise<Flag> {
  return (await sendJson<{ flag: Flag }>('POST', `${pathOf(id)}/undo`)).flag
}

/** The flag as it is now, which the server sends when it refuses an action with 409. */
export function flagOfError(error: unknown): Flag | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null
  return (error.body as { flag?: Flag } | null)?.flag ?? null
}
