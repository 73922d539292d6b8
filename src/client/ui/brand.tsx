import { cx } from '#client/lib/cx.ts'
import { SiteName } from './site-name.tsx'

export function Brand({ className = 'text-2xl' }: { className?: string }) {
  return (
    <span
      className={cx(
        'line-clamp-2 text-balance font-display font-semibold text-curtain leading-[1.1] tracking-[-0.02em] [overflow-wrap:anywhere]',
        className,
      )}
    >
      <SiteName />
    </span>
  )
}
