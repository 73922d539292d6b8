import type { ReactNode } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'

const columns =
  'grid gap-3 @min-[27rem]:grid-cols-2 @min-[27rem]:gap-5 @min-[44rem]:grid-cols-3 @min-[60rem]:grid-cols-4'

/** A grid of one to four columns, depending on the container's width. */
export function CharacterGrid({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className={columns}>{children}</div>
    </div>
  )
}

/** The grid while its characters load. `posters`: what the first cards show in place of their pictures. */
export function CharacterGridSkeleton({ count = 8, posters = [] }: { count?: number; posters?: readonly string[] }) {
  return (
    <div className="@container" role="status">
      <VisuallyHidden>Loading characters</VisuallyHidden>
      <div className={columns}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical and never reordered
          <CardSkeleton key={index} poster={posters[index]} />
        ))}
      </div>
    </div>
  )
}

function CardSkeleton({ poster }: { poster: string | undefined }) {
  return (
    <div
      aria-hidden
      className="overflow-hidden rounded-lg border border-line bg-card @max-[27rem]:grid @max-[27rem]:grid-cols-[7.5rem_1fr]"
    >
      <div className="relative aspect-[5/4] overflow-hidden @max-[27rem]:aspect-auto">
        <Skeleton className="h-full rounded-none opacity-60" />
        {poster}
      </div>
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
