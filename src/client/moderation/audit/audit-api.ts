import { addressOf } from '#client/lib/http.ts'
import { type AuditAction, type AuditTarget, auditActions, auditTargets } from '#shared/audit.ts'

export interface AuditFilters {
  search: string
  action: AuditAction | ''
  targetType: AuditTarget | ''
  /** Days as in a date field, both included; empty for no limit. */
  from: string
  to: string
}

export const noAuditFilters: AuditFilters = { search: '', action: '', targetType: '', from: '', to: '' }

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

export function writeAuditFilters(filters: AuditFilters): URLSearchParams {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  return new URLSearchParams([['tab', 'audit'], ...set])
}

export const auditSearchMax = 200

export function auditExportPath(filters: AuditFilters, format: 'jsonl' | 'csv'): string {
  return addressOf('GET /api/admin/audits/export', { query: { ...auditQuery(filters), format } })
}

/** The filters as the server takes them. Days are those of the browser's time zone. */
export function auditQuery({ search, action, targetType, from, to }: AuditFilters) {
  return {
    search: search.trim() || undefined,
    action: action || undefined,
    targetType: targetType || undefined,
    from: startOfDay(from, 0) ?? undefined,
    to: startOfDay(to, 1) ?? undefined,
  }
}

function startOfDay(day: string, offset: number): number | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  return new Date(year, month - 1, date + offset).getTime()
}
