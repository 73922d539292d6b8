import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fetchOk } from '#client/lib/http.ts'
import {
  type AuditAction,
  type AuditEntry,
  type AuditHead,
  type AuditTarget,
  auditActions,
  auditTargets,
} from '#shared/audit.ts'
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

/** Reads the filters from the address. Values that do not exist are ignored. */
export function readAuditFilters(params: URLSearchParams): AuditFilters {
  const read = (name: keyof AuditFilters) => params.get(name) ?? ''
  const day = (name: 'from' | 'to') => (/^\d{4}-\d{2}-\d{2}$/.test(read(name)) ? read(name) : '')
  return {
    search: read('search').slice(0, auditSearchMax),
    action: auditActions.find((action) => action === read('action')) ?? '',
    targetType: auditTargets.find((target) => target === read('targetType')) ?? '',
    from: day('from'),
    to: day('to'),
  }
}

/** The address of the tab with these filters. */
export function writeAuditFilters(filters: AuditFilters): URLSearchParams {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  return new URLSearchParams([['tab', 'audit'], ...set])
}

export const auditSearchMax = 200

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
    // All admins add entries, so the log is reloaded whenever it is opened.
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
