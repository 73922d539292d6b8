import { useEffect, useRef } from 'react'
import { cx } from '#client/lib/cx.ts'
import { useIsMobile } from '#client/lib/media-query.ts'
import { useDashboardAddress } from '#client/moderation/use-dashboard-address.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Keys } from '#client/ui/keys.tsx'
import { areOfOneKind, type Flag, flagLimits } from '#shared/flags.ts'
import { FilterBar } from './filter-bar.tsx'
import { useFlags } from './flag-api.ts'
import { FlagDetail } from './flag-detail.tsx'
import { isDecided } from './flag-filters.ts'
import { FlagQueue, rowId } from './flag-queue.tsx'
import { selectFlags, toggleFlag, useFlagSelection } from './flag-selection.ts'
import { useTriageKeys } from './use-triage-keys.ts'

/** The queue and the open flag: side by side, or one in the place of the other on narrow screens. */
export function FlagsTab() {
  const { filters, flagId, openFlag } = useDashboardAddress()
  const query = useFlags(filters)
  const flags = query.data?.pages.flatMap(({ page }) => page.flags) ?? []
  const isMobile = useIsMobile()
  const { next, move, left } = useQueuePosition(flags, flagId, openFlag)
  useNextPage(query, left)
  const close = () => {
    if (!flagId) return
    openFlag(null)
    focusRow(flagId)
  }
  useTriageKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => flagId && toggleFlag(flagId),
    Escape: close,
  })
  useEffect(() => () => selectFlags([]), [])

  return (
    <>
      <div className={cx('mb-4', flagId && '@max-3xl/dashboard:hidden')}>
        <FilterBar />
      </div>
      <div className="grid grid-cols-1 @3xl/dashboard:grid-cols-[minmax(18rem,23rem)_minmax(0,1fr)] items-start gap-6">
        <section
          aria-label="Queue"
          className={cx(
            'overflow-y-auto rounded-lg border border-line bg-card @3xl/dashboard:sticky @3xl/dashboard:top-4 @3xl/dashboard:max-h-[calc(100dvh-2rem)]',
            flagId && '@max-3xl/dashboard:hidden',
          )}
        >
          <BulkDecision undecided={flags.filter((flag) => !isDecided(flag))} />
          <FlagQueue query={query} flags={flags} />
        </section>
        <section aria-label="Flag" className={cx('min-w-0', !flagId && '@max-3xl/dashboard:hidden')}>
          {flagId ? (
            <FlagDetail key={flagId} id={flagId} onBack={close} onDone={() => (isMobile ? openFlag(null) : next())} />
          ) : (
            <NothingOpen />
          )}
        </section>
      </div>
    </>
  )
}

function focusRow(id: string) {
  // After the next render: the queue may still be hidden.
  requestAnimationFrame(() => document.getElementById(rowId(id))?.focus())
}

/** Moves through the queue. A flag that was decided meanwhile is gone from it, and its place is kept. */
function useQueuePosition(flags: readonly { id: string }[], flagId: string | null, open: (id: string | null) => void) {
  const position = useRef(-1)
  const index = flags.findIndex(({ id }) => id === flagId)
  useEffect(() => {
    if (index >= 0) position.current = index
  }, [index])
  const openAt = (at: number) => {
    const flag = flags[Math.max(0, Math.min(at, flags.length - 1))]
    if (!flag) return
    open(flag.id)
    focusRow(flag.id)
  }
  return {
    /** How many of the loaded flags follow. */
    left: flags.length - 1 - index,
    move: (step: 1 | -1) => {
      if (index >= 0) return openAt(index + step)
      // The flag that took the place of the one that is gone comes next.
      openAt(flagId === null ? 0 : position.current + (step === 1 ? 0 : -1))
    },
    next: () => {
      const rest = flags.filter(({ id }) => id !== flagId)
      const following = rest[Math.min(Math.max(0, index), rest.length - 1)]
      open(following?.id ?? null)
      if (following) focusRow(following.id)
    },
  }
}

/** Loads the next page before the moderator gets to the end of what is loaded, by keyboard or by deciding all of it. */
function useNextPage({ hasNextPage, isFetching, isError, fetchNextPage }: ReturnType<typeof useFlags>, left: number) {
  const isDue = left < 5 && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isDue) void fetchNextPage()
  }, [isDue, fetchNextPage])
}

function NothingOpen() {
  return (
    <EmptyState drawing={<EmptyStage />} title="Choose a flag">
      <p>Open a flag from the queue to see its evidence and decide.</p>
      <p className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-2 text-sm pointer-coarse:hidden">
        <Keys keys={['j', 'k']} label="next, previous" />
        <Keys keys={['?']} label="all keys" />
      </p>
    </EmptyState>
  )
}

const bulkDialog = lazyDialog(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

function BulkDecision({ undecided }: { undecided: readonly Flag[] }) {
  const { ids } = useFlagSelection()
  const flags = undecided.filter(({ id }) => ids.has(id))
  const selectable = undecided.slice(0, flagLimits.bulk)
  const clear = () => selectFlags([])
  const ask = (action: 'approve' | 'dismiss') => bulkDialog.open({ flags, action, onDone: clear })
  useTriageKeys({ b: () => flags.length > 0 && ask('dismiss') })
  if (flags.length === 0) return null
  return (
    <div className="@container sticky top-0 z-10 border-line border-b bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <p role="status" className="mr-auto font-[550] text-sm">
          {flags.length} selected
        </p>
        {flags.length < selectable.length && (
          <Button variant="quiet" className="px-3" onClick={() => selectFlags(selectable)}>
            Select all {selectable.length}
          </Button>
        )}
        <Button variant="quiet" className="px-3" onClick={clear}>
          Clear
        </Button>
        {areOfOneKind(flags) && (
          <Button variant="outline" className="@max-md:grow" onClick={() => ask('approve')}>
            Approve…
          </Button>
        )}
        <Button className="@max-md:grow" aria-keyshortcuts="b" onClick={() => ask('dismiss')}>
          Dismiss…
        </Button>
      </div>
    </div>
  )
}
