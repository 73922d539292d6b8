import { cx } from '#client/lib/cx.ts'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'

/** What the user should know beside an entry of the sidebar. In the collapsed one it is at the corner of the icon. */
export function SidebarPill({ text, about }: { text: string; about: string }) {
  const { collapsed: isSmall } = useSidebar()
  return (
    <span
      className={cx(
        'grid min-w-5 place-items-center rounded-full bg-curtain px-1.5 font-semibold text-2xs text-curtain-ink tabular-nums leading-5',
        isSmall ? 'absolute top-0.5 right-0 min-w-4 px-1 leading-4' : 'ml-auto',
      )}
    >
      {text}
      <span className="sr-only">{about}</span>
    </span>
  )
}
