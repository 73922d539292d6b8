import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { areOfOneKind, type Flag } from '#shared/flags.ts'
import { useTriageKeys } from './use-triage-keys.ts'

const bulkDialog = lazyDialog(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

interface BulkDecisionProps {
  /** The selected flags. */
  flags: readonly Flag[]
  /** How many of the queue can be selected. */
  selectable: number
  onSelectAll: () => void
  onClear: () => void
}

/** The bar above the queue while flags are selected. */
export function BulkDecision({ flags, selectable, onSelectAll, onClear }: BulkDecisionProps) {
  const ask = (action: 'approve' | 'dismiss') => bulkDialog.open({ flags, action, onDone: onClear })
  useTriageKeys({ b: () => flags.length > 0 && ask('dismiss') })
  if (flags.length === 0) return null
  return (
    <div className="@container sticky top-0 z-10 border-line border-b bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <p role="status" className="mr-auto font-[550] text-sm">
          {flags.length} selected
        </p>
        {flags.length < selectable && (
          <Button variant="quiet" className="px-3" onClick={onSelectAll}>
            Select all {selectable}
          </Button>
        )}
        <Button variant="quiet" className="px-3" onClick={onClear}>
          Clear
        </Button>
        {areOfOneKind(flags) && (
          <Button variant="outline" className="@max-md:flex-1" onClick={() => ask('approve')}>
            Approve…
          </Button>
        )}
        <Button className="@max-md:flex-1" aria-keyshortcuts="b" onClick={() => ask('dismiss')}>
          Dismiss…
        </Button>
      </div>
    </div>
  )
}
