import { cx } from '#client/lib/cx.ts'

/** The shape of what is coming. Put aria-busy and a label on the region that holds skeletons. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-breathe rounded-sm bg-line', className)} />
}
