import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fetchOk } from '#client/lib/http.ts'
import type { AuditAction, AuditEntry, AuditHead, AuditTarget } from '#shared/audit.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'

export interface AuditFilters {
  search: string
  action: AuditAction | ''
  targetType: AuditTarget | ''
  /** Days as in a date field, both included; empty for no limit. */
  from: string
  to: string
}

export const noAuditFilters: AuditFilters = { search: '', action: '', targetType: '', from: '', to: '' }

interface AuditPage {
  audits: AuditEntry[]
  nextCursor: string | null
}

export const auditKey = ['/api/admin/audits']

/** The audit log, newest first, page by page. */
export function useAudits(filters: AuditFilters) {
  return useInfiniteQuery<AuditPage, Error, InfiniteData<AuditPage>, readonly unknown[], string | null>({
    queryKey: [...auditKey, 'list', filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = auditQuery(filters)
      if (pageParam) query.set('cursor', pageParam)
      const response = await fetchOk(`/api/admin/audits?${query}`, { signal })
      const { audits } = (await response.json()) as { audits: AuditEntry[] }
      return { audits, nextCursor: response.headers.get(nextCursorHeader) }
    },
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    // Entries are added by everybody: the log is read anew whenever it is opened.
    staleTime: 0,
  })
}

export function useAuditHead() {
  return useQuery<AuditHead>({ queryKey: [...auditKey, 'head'], staleTime: 0 })
}

export function auditExportPath(filters: AuditFilters, format: 'jsonl' | 'csv'): string {
  const query = auditQuery(filters)
  query.set('format', format)
  return `/api/admin/audits/export?${query}`
}

/** The filters as the server takes them. Days are those of the browser's time zone. */
export function auditQuery({ search, action, targetType, from, to }: AuditFilters): URLSearchParams {
  const query = new URLSearchParams()
  if (search.trim()) query.set('search', search.trim())
  if (action) query.set('action', action)
  if (targetType) query.set('targetType', targetType)
  const start = startOfDay(from, 0)
  const end = startOfDay(to, 1)
  if (start !== null) query.set('from', String(start))
  if (end !== null) query.set('to', String(end))
  return query
}

function startOfDay(day: string, offset: number): number | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  return new Date(year, month - 1, date + offset).getTime()
}
