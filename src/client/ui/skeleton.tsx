import { cx } from '#client/lib/cx.ts'

/** A placeholder while content loads. Give the region with skeletons a label for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-breathe rounded-sm bg-line', className)} />
}

export function CardSkeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={cx('flex flex-col gap-3 overflow-hidden rounded-lg border border-line bg-card p-5', className)}
    >
      <Skeleton className="h-4 w-1/3 shrink-0" />
      <Skeleton className="h-3 w-4/5 shrink-0" />
      <Skeleton className="h-3 w-3/5 shrink-0" />
    </div>
  )
}

const rows = ['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5', 'w-2/5', 'w-1/2']

export function ListSkeleton({ label, className }: { label: string; className: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card"
    >
      {rows.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={index} className={cx('flex flex-col justify-center gap-2 px-4', className)}>
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </div>
  )
}

interface RowsSkeletonProps {
  label: string
  count?: number
  className?: string
  rowClass: string
  imageClass: string
}

/** Rows with a picture and two lines of text. */
export function RowsSkeleton({ label, count = 4, className, rowClass, imageClass }: RowsSkeletonProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {rows.slice(0, count).map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={index} aria-hidden className={cx('flex items-center', rowClass)}>
          <Skeleton className={imageClass} />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="h-3 w-4/5" />
          </span>
        </div>
      ))}
    </div>
  )
}

/** Lines of a text. */
export function LinesSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3.5">
      {['w-full', 'w-11/12', 'w-4/5', 'w-5/6', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

interface PageSkeletonProps {
  label: string
  /** The class of each part, with its height. */
  parts: readonly string[]
  className?: string
}

export function PageSkeleton({ label, parts, className = 'flex flex-col gap-5' }: PageSkeletonProps) {
  return (
    <div role="status" aria-label={label} className={className}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
        <CardSkeleton key={index} className={part} />
      ))}
    </div>
  )
}
