import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { invalidate } from '#client/lib/query-client.ts'
import type { Flag } from '#shared/flags.ts'
import { type FlagPage, flagListKey, flagOf } from './flag-api.ts'
import { compareFlags, type FlagFilters, matchesFilters } from './flag-filters.ts'

type Pages = InfiniteData<FlagPage, string | null>

/**
 * The loaded pages with a new or changed flag at its place, or without it if the filters exclude it. A flag behind the end
 * of the loaded pages is left to the next page.
 */
export function mergeFlag(pages: Pages, flag: Flag, filters: FlagFilters, viewer: { id: string; now: number }): Pages {
  const without = pages.pages.map((page) => {
    const flags = page.flags.filter(({ id }) => id !== flag.id)
    return flags.length === page.flags.length ? page : { ...page, flags }
  })
  if (!matchesFilters(flag, filters, viewer)) return { ...pages, pages: without }
  const compare = compareFlags(filters.status)
  const isBefore = (other: Flag) => compare(flag, other) < 0
  const found = without.findIndex(({ flags }) => flags.some(isBefore))
  const index = found >= 0 ? found : without.length - 1
  const page = without[index]
  if (!page || (found < 0 && page.nextCursor !== null)) return { ...pages, pages: without }
  const at = page.flags.findIndex(isBefore)
  const flags = page.flags.toSpliced(at < 0 ? page.flags.length : at, 0, flag)
  return { ...pages, pages: without.with(index, { ...page, flags }) }
}

/** Puts a flag that the server has sent into everything that is cached. */
export function applyFlag(queryClient: QueryClient, flag: Flag, viewer: { id: string; now: number }): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: flagListKey })) {
    const filters = query.queryKey.at(-1) as FlagFilters
    queryClient.setQueryData<Pages>(query.queryKey, (pages) => pages && mergeFlag(pages, flag, filters, viewer))
  }
  const { queryKey } = flagOf(flag.id)
  const known = queryClient.getQueryData(queryKey)
  if (!known) return
  queryClient.setQueryData(queryKey, { ...known, flag })
  // Always read anew: a read that an earlier change began may be cancelled, and setting the data marks the query as fresh.
  void queryClient.invalidateQueries({ queryKey })
}

/** Reloads everything, because messages may have been missed. */
export function refetchFlags(queryClient: QueryClient): Promise<void> {
  return invalidate(queryClient, 'GET /api/admin/flags', 'GET /api/admin/flags/:id')
}
