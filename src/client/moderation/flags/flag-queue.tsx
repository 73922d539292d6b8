import { UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { cx } from '#client/lib/cx.ts'
import { timeAgo } from '#client/lib/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { LoadMore } from '#client/ui/load-more.tsx'
import { ListSkeleton } from '#client/ui/skeleton.tsx'
import type { Flag, FlagStatus } from '#shared/flags.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import type { useFlags } from './flag-api.ts'
import { FlagDue } from './flag-facts.tsx'
import { claimOf, countExtraFilters, isDecided } from './flag-filters.ts'
import { describeCount, personName, statusLabels } from './flag-labels.ts'
import { toggleFlag, useFlagSelection } from './flag-selection.ts'

export const rowId = (id: string) => `flag-${id}`

interface FlagQueueProps {
  query: ReturnType<typeof useFlags>
  flags: readonly Flag[]
}

export function FlagQueue({ query, flags }: FlagQueueProps) {
  const { filters, flagId: currentId, openFlag } = useDashboardAddress()
  const { ids: selected } = useFlagSelection()
  useEffect(() => {
    if (currentId) document.getElementById(rowId(currentId))?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  // All loaded flags can be decided before the next page arrives.
  if (query.isPending || (flags.length === 0 && query.hasNextPage && !query.isError))
    return <ListSkeleton label="Loading flags" className="h-26" />
  if (query.isError && flags.length === 0) {
    return <LoadError what="the flags" query={query} />
  }
  if (flags.length === 0) return <EmptyQueue />
  return (
    <>
      <ul aria-label={`${statusLabels[filters.status]} flags`}>
        {flags.map((flag) => (
          <FlagRow
            key={flag.id}
            flag={flag}
            isCurrent={flag.id === currentId}
            isSelected={selected.has(flag.id)}
            onOpen={() => openFlag(flag.id)}
            onSelect={isDecided(flag) ? undefined : () => toggleFlag(flag.id)}
          />
        ))}
      </ul>
      <LoadMore list={query} label="Show more flags" className="border-line border-t p-3 *:w-full" />
    </>
  )
}

function EmptyQueue() {
  const { filters, setFilters } = useDashboardAddress()
  const isFiltered = countExtraFilters(filters) > 0
  const clear = (
    <Button variant="outline" onClick={() => setFilters({ status: filters.status })}>
      Clear the filters
    </Button>
  )
  return (
    <EmptyState
      drawing={<EmptyBook />}
      title={isFiltered ? 'No flags match these filters' : `No ${filters.status} flags`}
      action={isFiltered && clear}
    >
      {!isFiltered && emptyTexts[filters.status]}
    </EmptyState>
  )
}

const emptyTexts: Record<FlagStatus, string> = {
  open: 'Everything is decided. New flags appear here as they are raised.',
  acknowledged: 'Flags that somebody escalates wait here for a decision.',
  resolved: 'Flags that were approved appear here, with what followed.',
  dismissed: 'Flags that turned out to be wrong appear here.',
}

interface FlagRowProps {
  flag: Flag
  isCurrent: boolean
  isSelected: boolean
  onOpen: () => void
  /** Left out where nothing can be selected. */
  onSelect?: () => void
}

function FlagRow({ flag, isCurrent, isSelected, onOpen, onSelect }: FlagRowProps) {
  return (
    <li
      className={cx(
        'relative flex border-line border-b transition-colors last:border-b-0',
        isCurrent ? 'bg-curtain-wash' : 'hover:bg-curtain-wash/50',
      )}
    >
      {isCurrent && <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-curtain" />}
      {onSelect && (
        <label className="grid w-11 shrink-0 cursor-pointer place-items-start justify-items-center pt-3.5">
          <input type="checkbox" checked={isSelected} onChange={onSelect} className="choice" />
          <span className="sr-only">Select {flag.summary}</span>
        </label>
      )}
      <button
        type="button"
        id={rowId(flag.id)}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        className={cx(
          'flex min-w-0 flex-1 flex-col gap-1.5 py-3 pr-3.5 pl-2 text-left focus-visible:outline-offset-[-3px]',
          !onSelect && 'pl-4',
        )}
      >
        <span className="flex w-full items-center justify-between gap-2">
          <SeverityBadge severity={flag.severity} />
          {isDecided(flag) ? (
            flag.decision && <span className="truncate text-ink-soft text-xs">by {personName(flag.decision.by)}</span>
          ) : (
            <FlagDue flag={flag} />
          )}
        </span>
        <span className="line-clamp-3 font-[550] text-sm leading-snug [overflow-wrap:anywhere]">{flag.summary}</span>
        <span className="flex w-full flex-wrap items-center gap-x-2.5 gap-y-0.5 text-ink-soft text-xs">
          <span>{timeAgo(flag.createdAt)}</span>
          {flag.reportCount > 1 && <span>{describeCount(flag)}</span>}
          {flag.escalatedAt !== null && <span>escalated</span>}
          {flag.effect === 'held' && <span>held back</span>}
          <Claimant flag={flag} />
        </span>
      </button>
    </li>
  )
}

function Claimant({ flag }: { flag: Flag }) {
  const claim = claimOf(flag, useUser().id)
  if (claim === 'nobody' || !flag.claim) return null
  return (
    <span className="flex min-w-0 items-center gap-1 font-[550] text-ink">
      <UserRound aria-hidden size={13} className="shrink-0" />
      <span className="truncate">{claim === 'me' ? 'claimed by you' : `claimed by ${flag.claim.name}`}</span>
    </span>
  )
}
