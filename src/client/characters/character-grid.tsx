import type { ReactNode } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'

const columns = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-5'

/** Cards in as many columns as fit. */
export function CharacterGrid({ children }: { children: ReactNode }) {
  return <div className={columns}>{children}</div>
}

/** The grid before its characters come. */
export function CharacterGridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div className={columns} role="status">
      <span className="sr-only">Loading characters</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and never move
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}

function CardSkeleton() {
  return (
    <div aria-hidden className="overflow-hidden rounded-lg border border-line bg-card">
      <Skeleton className="aspect-[5/4] rounded-none opacity-60" />
      <div className="flex flex-col gap-2.5 p-4">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="mt-2 h-3 w-2/3" />
        <Skeleton className="mt-1 h-11 w-full rounded-md" />
      </div>
    </div>
  )
}
