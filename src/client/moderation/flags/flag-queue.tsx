import { useEffect } from 'react'
import { Button } from '#client/ui/button.tsx'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { LoadMore } from '#client/ui/load-more.tsx'
import { ListSkeleton } from '#client/ui/skeleton.tsx'
import type { Flag, FlagStatus } from '#shared/flags.ts'
import type { useFlags } from './flag-api.ts'
import { countExtraFilters, type FlagFilters, isDecided } from './flag-filters.ts'
import { statusLabels } from './flag-labels.ts'
import { FlagRow, rowId } from './flag-row.tsx'

interface FlagQueueProps {
  query: ReturnType<typeof useFlags>
  flags: readonly Flag[]
  filters: FlagFilters
  currentId: string | null
  selected: ReadonlySet<string>
  onOpen: (id: string) => void
  onSelect: (id: string) => void
  onClearFilters: () => void
}

export function FlagQueue(props: FlagQueueProps) {
  const { query, flags, filters, currentId, selected, onOpen, onSelect } = props
  useEffect(() => {
    if (currentId) document.getElementById(rowId(currentId))?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  // All loaded flags can be decided before the next page arrives.
  if (query.isPending || (flags.length === 0 && query.hasNextPage && !query.isError))
    return <ListSkeleton label="Loading flags" className="h-26" />
  if (query.isError && flags.length === 0) {
    return <LoadError what="the flags" query={query} />
  }
  if (flags.length === 0) return <EmptyQueue filters={filters} onClearFilters={props.onClearFilters} />
  return (
    <>
      <ul aria-label={`${statusLabels[filters.status]} flags`}>
        {flags.map((flag) => (
          <FlagRow
            key={flag.id}
            flag={flag}
            isCurrent={flag.id === currentId}
            isSelected={selected.has(flag.id)}
            onOpen={() => onOpen(flag.id)}
            onSelect={isDecided(flag) ? undefined : () => onSelect(flag.id)}
          />
        ))}
      </ul>
      <LoadMore list={query} label="Show more flags" className="border-line border-t p-3 *:w-full" />
    </>
  )
}

function EmptyQueue({ filters, onClearFilters }: { filters: FlagFilters; onClearFilters: () => void }) {
  const isFiltered = countExtraFilters(filters) > 0
  const clear = (
    <Button variant="outline" onClick={onClearFilters}>
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
