import { cx } from '#client/lib/cx.ts'
import { useSite } from '#client/lib/site.ts'

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

/** The server writes the name into the pages that it sends (server/http/site-html.ts). */
export function SiteName() {
  return (
    <span data-site="name" suppressHydrationWarning>
      {useSite().name}
    </span>
  )
}
