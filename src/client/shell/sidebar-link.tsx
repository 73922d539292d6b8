import { NavLink } from 'react-router'
import { cx } from '#client/lib/cx.ts'
import { useFlagCount } from '#client/moderation/flag-count.ts'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import type { NavigationItem } from './navigation.ts'

const linkClass =
  'flex min-h-11 items-center gap-[11px] rounded-[10px] font-medium text-ink-soft transition-colors duration-150 ' +
  'hover:bg-curtain-wash/60 hover:text-ink aria-[current=page]:bg-curtain-wash aria-[current=page]:text-ink ' +
  'aria-[current=page]:[&_svg]:text-curtain'

/** A navigation link. In the collapsed sidebar it shows its icon, and the label as a tooltip. */
export function SidebarLink({ item }: { item: NavigationItem }) {
  const { collapsed, setSheetOpen } = useSidebar()
  const count = useFlagCount(item.to === '/admin')
  return (
    <li>
      <Tooltip text={item.label} side="right" delay={0} disabled={!collapsed}>
        <NavLink
          to={item.to}
          end={item.isExact ?? false}
          onClick={() => setSheetOpen(false)}
          className={`${linkClass} ${collapsed ? 'relative justify-center' : 'px-[11px]'}`}
        >
          <item.icon aria-hidden size={18} strokeWidth={1.8} className="shrink-0" />
          <span className={collapsed ? 'sr-only' : 'truncate'}>{item.label}</span>
          {item.to === '/admin' && count > 0 && <FlagCount count={count} isSmall={collapsed} />}
        </NavLink>
      </Tooltip>
    </li>
  )
}

/** How many flags are open. In the collapsed sidebar it is at the corner of the icon. */
function FlagCount({ count, isSmall }: { count: number; isSmall: boolean }) {
  return (
    <span
      className={cx(
        'grid min-w-5 place-items-center rounded-full bg-curtain px-1.5 font-semibold text-2xs text-curtain-ink tabular-nums leading-5',
        isSmall ? 'absolute top-0.5 right-0 min-w-4 px-1 leading-4' : 'ml-auto',
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> open flags</span>
    </span>
  )
}
