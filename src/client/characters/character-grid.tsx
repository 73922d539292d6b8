import type { ReactNode } from 'react'
import { cx } from '#client/lib/cx.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { cardLayout } from './card-layout.ts'

const columns =
  'grid gap-3 @min-[27rem]:grid-cols-2 @min-[27rem]:gap-5 @min-[44rem]:grid-cols-3 @min-[60rem]:grid-cols-4'

export function CharacterGrid({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className={columns}>{children}</div>
    </div>
  )
}

/** The grid while its characters load. */
export function CharacterGridSkeleton({ count }: { count: number }) {
  return (
    <div className="@container" role="status">
      <span className="sr-only">Loading characters</span>
      <div className={columns}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical and never reordered
          <CardSkeleton key={index} />
        ))}
      </div>
    </div>
  )
}

function CardSkeleton() {
  return (
    <div aria-hidden className={cardLayout.card}>
      <div className={cardLayout.poster}>
        <Skeleton className="h-full rounded-none opacity-60" />
      </div>
      <div className={cardLayout.body}>
        <div className={cardLayout.text}>
          <div className={cx(cardLayout.name, 'min-h-[1.15em]')}>
            <Skeleton className="h-[0.9em] w-3/5" />
          </div>
          <div className={cardLayout.description}>
            <Skeleton className="mt-[0.25em] h-[0.85em] w-full" />
            <Skeleton className="mt-[0.6em] h-[0.85em] w-4/5" />
          </div>
        </div>
        <div className={cardLayout.role} />
        <div className={cardLayout.figures}>
          {/* The height of a line. */}
          <Skeleton className="my-[0.325em] h-[0.85em] w-2/3" />
        </div>
        <div className={cardLayout.actions}>
          <Skeleton className="h-11 w-full rounded-md" />
        </div>
      </div>
    </div>
  )
}
