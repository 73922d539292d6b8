import { useQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { type ChangeEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { timeAgo } from '#client/lib/dates.ts'
import { counted } from '#client/lib/format-count.ts'
import { queryOf, usePages } from '#client/lib/query-client.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { InputField, SelectField } from '#client/ui/form-field.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { LoadMore } from '#client/ui/load-more.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { ListSkeleton } from '#client/ui/skeleton.tsx'
import { auditActions, auditTargets, moderationActions } from '#shared/audit.ts'
import {
  type AuditFilters,
  auditExportPath,
  auditQuery,
  auditSearchMax,
  noAuditFilters,
  readAuditFilters,
  writeAuditFilters,
} from './audit-api.ts'
import { AuditEntryItem } from './audit-entry.tsx'
import { auditActionLabels, auditTargetNames } from './audit-labels.ts'

export function AuditTab() {
  const { filters, applied, setFilters } = useAuditFilters()
  const isAdmin = useUser().accountType === 'admin'
  return (
    <>
      <AuditFilterForm filters={filters} onChange={setFilters} />
      {isAdmin ? (
        <div className="my-4 flex flex-wrap items-center justify-between gap-3">
          <Head />
          <div className="flex flex-wrap gap-2">
            {(['csv', 'jsonl'] as const).map((format) => (
              <a
                key={format}
                href={auditExportPath(applied, format)}
                download
                className={buttonClass({ variant: 'outline' })}
              >
                <Download aria-hidden size={16} /> Export {format === 'csv' ? 'CSV' : 'JSON Lines'}
              </a>
            ))}
          </div>
        </div>
      ) : (
        <p className="my-4 text-ink-soft text-sm">What moderators and admins did with flags and accounts.</p>
      )}
      <Entries filters={applied} onClearFilters={() => setFilters(noAuditFilters)} />
    </>
  )
}

/** The filters are in the address, so that they survive Back from a flag, a reload and a shared link. */
function useAuditFilters() {
  const [params, setParams] = useSearchParams()
  const [filters, setFilters] = useState(() => readAuditFilters(params))
  const search = useDebounced(filters.search, 250)
  const applied = { ...filters, search }
  const written = writeAuditFilters(applied).toString()
  const isWritten = params.get('tab') !== 'audit' || params.toString() === written
  useEffect(() => {
    if (!isWritten) setParams(written, { replace: true, preventScrollReset: true })
  }, [isWritten, written, setParams])
  return { filters, applied, setFilters }
}

function Entries({ filters, onClearFilters }: { filters: AuditFilters; onClearFilters: () => void }) {
  // All admins add entries, so the log is reloaded whenever it is opened.
  const query = usePages('GET /api/admin/audits', auditQuery(filters), { staleTime: 0 })
  const entries = query.data?.pages.flatMap(({ page }) => page.audits) ?? []
  const isFiltered = Object.values(filters).some((value) => value !== '')
  if (query.isPending) return <ListSkeleton label="Loading the audit log" className="h-13" />
  if (query.isError && entries.length === 0) {
    return <LoadError what="the audit log" query={query} />
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        drawing={<EmptyBook />}
        title={isFiltered ? 'No entries match' : 'The audit log is empty'}
        action={
          isFiltered && (
            <Button variant="outline" onClick={onClearFilters}>
              Clear the filters
            </Button>
          )
        }
      >
        {!isFiltered && 'Every decision on a flag and every change of admins is recorded here.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ol aria-label="Audit log" className="divide-y divide-line rounded-lg border border-line bg-card">
        {entries.map((entry) => (
          <AuditEntryItem key={entry.id} entry={entry} />
        ))}
      </ol>
      <LoadMore list={query} label="Show older entries" />
    </>
  )
}

/** The number of entries and the hash of the last one, which proves later that none was changed. */
function Head() {
  const { data: head } = useQuery({ ...queryOf('GET /api/admin/audits/head'), staleTime: 0 })
  if (!head || head.seq === 0) return <span />
  return (
    <p className="flex min-w-0 items-center gap-2 text-ink-soft text-sm">
      <ShieldCheck aria-hidden size={16} className="shrink-0 text-good" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {counted(head.seq, 'entry', 'entries')}, the last {timeAgo(head.at)}. Hash{' '}
        <code title={head.hash} className="text-xs">
          {head.hash.slice(0, 16)}…
        </code>
      </span>
    </p>
  )
}

function AuditFilterForm({ filters, onChange }: { filters: AuditFilters; onChange: (filters: AuditFilters) => void }) {
  const actions = useUser().accountType === 'admin' ? auditActions : moderationActions
  const set = (change: Partial<AuditFilters>) => onChange({ ...filters, ...change })
  const field = (name: keyof AuditFilters, label: string) => ({
    label,
    value: filters[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set({ [name]: target.value }),
  })
  return (
    <div className="@container">
      <SearchInput
        label="Search the audit log"
        placeholder="A name, an id, or a word of an entry"
        maxLength={auditSearchMax}
        value={filters.search}
        onChange={(search) => set({ search })}
      />
      <div className="mt-3 grid grid-cols-2 @2xl:grid-cols-4 gap-3">
        <SelectField
          {...field('action', 'Action')}
          options={[['', 'All actions'], ...actions.map((action) => [action, auditActionLabels[action]] as const)]}
        />
        <SelectField
          {...field('targetType', 'About')}
          options={[
            ['', 'Everything'],
            ...auditTargets.map((target) => [target, auditTargetNames[target][1]] as const),
          ]}
        />
        <InputField {...field('from', 'From')} type="date" />
        <InputField {...field('to', 'To')} type="date" />
      </div>
    </div>
  )
}
