import { cx } from '#client/lib/cx.ts'

export function Brand({ className = 'text-2xl' }: { className?: string }) {
  return (
    <span className={cx('font-display font-semibold text-curtain leading-none tracking-[-0.02em]', className)}>
      Troupe
    </span>
  )
}
