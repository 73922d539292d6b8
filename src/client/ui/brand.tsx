import { cx } from '#client/lib/cx.ts'
import { SiteName } from './site-name.tsx'

export function Brand({ className = 'text-2xl' }: { className?: string }) {
  return (
    <span
      className={cx('line-clamp-1 font-display font-semibold text-curtain leading-none tracking-[-0.02em]', className)}
    >
      <SiteName />
    </span>
  )
}
