import { cx } from '#client/lib/cx.ts'

/** A placeholder while content loads. Give the region with skeletons a label for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-breathe rounded-sm bg-line', className)} />
}
