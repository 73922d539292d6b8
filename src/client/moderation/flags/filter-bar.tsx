import { Bookmark, SlidersHorizontal, X } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { DropdownMenu, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { flagStatuses } from '#shared/flags.ts'
import { flagCategories } from '#shared/moderation.ts'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { countExtraFilters, type FlagFilters, readFlagFilters } from './flag-filters.ts'
import { claimLabels, sourceLabels, statusLabels } from './flag-labels.ts'
import { builtInFilters, useSavedFilters } from './saved-filters.ts'

const filterDialog = lazyDialog(async () => (await import('./filter-dialog.tsx')).FilterDialog)

export function FilterBar() {
  const { filters, setFilters } = useDashboardAddress()
  const extra = countExtraFilters(filters)
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <fieldset className="fade-ends -mx-4 flex min-w-0 gap-1.5 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0">
          <legend className="sr-only">Status</legend>
          {flagStatuses.map((status) => (
            <Chip key={status} pressed={status === filters.status} onClick={() => setFilters({ ...filters, status })}>
              {statusLabels[status]}
            </Chip>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <SavedFilterMenu />
          <Button
            variant="outline"
            icon={SlidersHorizontal}
            aria-haspopup="dialog"
            onClick={() => filterDialog.open({})}
          >
            {extra > 0 ? `Filters (${extra})` : 'Filters'}
          </Button>
        </div>
      </div>
      {extra > 0 && <ActiveFilters />}
    </div>
  )
}

function SavedFilterMenu() {
  const { setFilters } = useDashboardAddress()
  const saved = useSavedFilters()
  // Keyed by name: an own filter takes the place of the built-in one of its name.
  const filters = new Map([...builtInFilters, ...saved].map(({ name, query }) => [name, query]))
  return (
    <DropdownMenu
      trigger={
        <Button variant="outline" icon={Bookmark}>
          Saved filters
        </Button>
      }
    >
      {[...filters].map(([name, query]) => (
        <MenuItem key={name} label={name} onSelect={() => setFilters(readFlagFilters(new URLSearchParams(query)))} />
      ))}
    </DropdownMenu>
  )
}

function ActiveFilters() {
  const { filters, setFilters } = useDashboardAddress()
  const { status, ...extra } = filters
  const names = Object.keys(extra) as (keyof typeof extra)[]
  const without = (name: keyof typeof extra) => {
    const { [name]: _, ...rest } = filters
    return rest as FlagFilters
  }
  return (
    <ul aria-label="Active filters" className="mt-3 flex flex-wrap gap-1.5">
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => setFilters(without(name))}
            className="flex min-h-9 items-center gap-1.5 rounded-full bg-curtain-wash px-3 text-sm hover:bg-line pointer-coarse:min-h-11"
          >
            {describeFilter(name, filters)}
            <X aria-hidden size={14} />
            <span className="sr-only">Remove this filter</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function describeFilter(name: keyof FlagFilters, filters: FlagFilters): string {
  const { category, source, claimed, severity } = filters
  if (name === 'category' && category) return flagCategories[category].label
  if (name === 'source' && source) return sourceLabels[source]
  if (name === 'claimed' && claimed) return claimLabels[claimed]
  if (name === 'severity') return severity === 5 ? 'Severity 5' : `Severity ${severity} and up`
  return { overdue: 'Overdue', targetId: 'One target', subjectId: 'One account' }[name as 'overdue'] ?? name
}
